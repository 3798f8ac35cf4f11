/** The units of src/dom, a walk and taking over in WebKitGTK. */
import { expect, test } from '@playwright/test'
import { needsProgram } from '../run/programs.ts'
import { runScript } from './script.ts'

needsProgram('WebKitWebDriver')
needsProgram('Xvfb')

test('WebKit passes the units of src/dom, a walk and taking over', async () => {
  expect(await runScript('test/dom/webkit.ts')).toBe(0)
})
