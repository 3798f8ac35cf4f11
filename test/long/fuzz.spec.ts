/** Mutated requests at a server of its own. */
import { expect, test } from '@playwright/test'
import { runScript } from './script.ts'

test('100,000 mutated requests crash nothing, hang nowhere and get no 500', async () => {
  expect(await runScript('test/fuzz/fuzz.ts', '100000')).toBe(0)
})
