/** Text views that return no HTML fail, with any text of other views. */

import { equal, ok, throws } from 'playwright-test/taps'
import { checkedPage } from '../../../../server/snapshot/worker/text-views.ts'
import { html } from '../../../../src/html.ts'
import { suite } from '../../../run/suite.ts'

const test = suite('checked page')

function shown(made: unknown): string {
  const view = { kind: 'html', render: () => made }
  const { levels } = checkedPage({ levels: [{ name: 'word', view }] } as never)
  const [{ view: checked }] = levels as unknown as [{ view: typeof view }]
  return String(checked.render())
}

test('HTML and texts are rendered, also texts that look like another value', () => {
  for (const text of ['null', '[object Object] explained', 'undefined'])
    equal(shown(html`${text}`), text)
  ok(shown('<p>text</p>').includes('text'))
})

for (const made of [undefined, null, {}, Promise.resolve('')])
  test(`${Object.prototype.toString.call(made)} is an error that names the route`, () =>
    throws(() => shown(made), /HB020: .*\bword\b/))
