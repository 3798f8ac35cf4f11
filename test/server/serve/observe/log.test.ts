/** Lines of the log. */
import { expect } from '@playwright/test'
import { createLog } from '../../../../server/serve/observe/log.ts'
import { FORBIDDEN, HOSTILE } from '../../../fixtures/hostile-text.ts'
import { suite } from '../../../run/suite.ts'

const test = suite('log')

test('a line of the log contains no line break or control character, and reads back as it was', () => {
  const written: string[] = []
  const { observe } = createLog('warn', { write: (text) => void written.push(text) })
  observe({ type: 'warning', state: HOSTILE, warnings: [HOSTILE] })
  expect(written[0]).not.toMatch(FORBIDDEN)
  expect(JSON.parse(written[0] as string)).toMatchObject({ state: HOSTILE, msg: HOSTILE })
})
