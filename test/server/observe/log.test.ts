/** Lines of the log. */
import { expect } from '@playwright/test'
import { createLog } from '../../../server/observe/log.ts'
import { suite } from '../../run/suite.ts'

const test = suite('log')

/** Window title, clear screen, C1 CSI and OSC, DEL, bell, a line over the one before, the direction of writing, a line of our own. */
const HOSTILE =
  'A\x1b]0;owned\x07B\x1b[2JC\x9b31mD\x9d8;;http://evil.test\x9cE\x7fF\rG\u202eH\u2066I\u2028J\u061cK\u200fL\x1bcM'
const FORBIDDEN = /(?![\n\t])[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u

test('a line of the log holds none, and means what it meant', () => {
  const written: string[] = []
  const { observe } = createLog('warn', { write: (text) => void written.push(text) })
  observe({ type: 'warning', state: HOSTILE, warnings: [HOSTILE] })
  expect(written[0]).not.toMatch(FORBIDDEN)
  expect(JSON.parse(written[0] as string)).toMatchObject({ state: HOSTILE, msg: HOSTILE })
})
