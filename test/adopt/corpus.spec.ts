/**
 * Apps in the shape that most have which keep states in fragments show the same in our engine as in Chromium. `npm test` shows
 * the libraries of both in same.spec.ts.
 */

import { test } from '@playwright/test'
import { writeApp } from './apps.ts'
import { CORPUS } from './corpus-apps.ts'
import { expectSame } from './expect-same.ts'

test.use({ timezoneId: 'UTC', locale: 'en-US' })

for (const [name, app] of Object.entries(CORPUS)) {
  test(`${name}: shows the same as in Chromium`, { tag: '@nightly' }, async ({ page }, info) => {
    const folder = info.outputPath('site')
    writeApp(app, folder)
    await expectSame(page, folder, app)
  })
}
