/** FormatJS: react-intl. */

import type { ReactNode } from 'react'
import {
  FormattedDate,
  FormattedList,
  FormattedMessage,
  FormattedNumber,
  FormattedRelativeTime,
  IntlProvider,
} from 'react-intl'
import { cases } from '../cases.ts'
import { show } from '../parts/react.ts'

const messages = {
  greeting: 'Hallo, {name}',
  apples: '{count, plural, one {# Apfel} other {# Äpfel}}',
  rich: '<b>fett</b> hier',
}
const intl = (node: ReactNode) =>
  show(() => (
    <IntlProvider locale="de" messages={messages}>
      {node}
    </IntlProvider>
  ))

export default cases({
  message: intl(<FormattedMessage id="greeting" values={{ name: 'Ada' }} />),
  formats: intl(
    <ul>
      <li>
        <FormattedNumber value={1234.5} style="currency" currency="EUR" />
      </li>
      <li>
        <FormattedDate
          value={new Date(Date.UTC(2024, 1, 3, 12))}
          year="numeric"
          month="long"
          day="numeric"
          timeZone="UTC"
        />
      </li>
      <li>
        <FormattedRelativeTime value={-1} unit="day" numeric="auto" />
      </li>
      <li>
        <FormattedList type="conjunction" value={['a', 'b', 'c']} />
      </li>
    </ul>,
  ),
})
