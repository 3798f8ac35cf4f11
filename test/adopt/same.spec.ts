/** Unmodified apps show the same in our engine as in Chromium. */

import { resolve } from 'node:path'
import react from '@vitejs/plugin-react'
import { build } from 'vite'
import { APPS } from './apps.ts'
import { test } from './expect-same.ts'

test.use({ timezoneId: 'UTC', locale: 'en-US' })

/** Those of `npm test`: one that the page has as it is, and one with a virtual DOM. */
const FIRST = ['angularjs', 'vue']

for (const [name, app] of Object.entries(APPS)) {
  const tag = FIRST.includes(name) ? [] : ['@nightly']
  test(`an app of ${name} shows the same as in Chromium`, { tag }, ({ expectSame }) =>
    expectSame(app),
  )
}

test(
  "an app of React Router's HashRouter shows the same as in Chromium",
  {
    tag: '@nightly',
  },
  async ({ expectSame }, info) => {
    const outDir = info.outputPath('site')
    await build({
      ...{ configFile: false, logLevel: 'silent', plugins: [react()], build: { outDir } },
      root: resolve('test/fixtures/known-apps/hash-router'),
    })
    const shows = { '': 'leek', '/plants/leek': 'Water the leek every day.' }
    await expectSame({ prefix: '#/', shows }, outDir)
  },
)
