/** Unmodified apps show the same in our engine as in Chromium. */

import { APPS } from './apps.ts'
import { test } from './expect-same.ts'

test.use({ timezoneId: 'UTC', locale: 'en-US' })

/** Those of `npm test`: one that the page has as it is, and one with a virtual DOM. */
const FIRST = ['angularjs', 'vue']

for (const [name, app] of Object.entries(APPS)) {
  const tag = FIRST.includes(name) ? [] : ['@nightly']
  test(`an app of ${name} has the same content as in Chromium`, { tag }, ({ expectSame }) =>
    expectSame(app),
  )
}
