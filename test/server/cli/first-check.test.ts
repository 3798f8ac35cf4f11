/** What the first start says of its comparison, and the command that it is made by. */
import { expect } from '@playwright/test'
import { checkArguments, lineOf } from '../../../server/cli/first-check.ts'
import { suite } from '../../run/suite.ts'

const test = suite('first check')

const same = { name: '/#', engine: 'happy-dom', compared: [{ verdict: 'same' }] }
const other = {
  ...{ name: '/#/charts/*', engine: 'chromium', why: '/charts/a: text' },
  compared: [{ verdict: 'different' }],
}
const found = (...groups: unknown[]) => ({ stdout: JSON.stringify({ groups }), stderr: '' })
const stderr =
  'hashbang: playwright-core, which controls Chromium, is not installed: run npm install playwright-core\n'

for (const [what, output, line] of [
  [
    'states that are the same are counted',
    found(same, same),
    '2 states were compared with Chromium: all are the same. Compare all: hashbang adopt ./dist --check',
  ],
  [
    'those that are otherwise are named, with what a check does of it',
    found(same, other),
    '2 states were compared with Chromium, and 1 differ: /#/charts/* (/charts/a: text). hashbang adopt ./dist --check lets Chromium render these from then on',
  ],
  [
    'without a Chromium it is said why nothing was compared',
    { stdout: '', stderr },
    `Nothing was compared with Chromium: ${stderr.trim()}`,
  ],
] as const) {
  test(what, () => expect(lineOf('./dist', output)).toBe(line))
}

test('the check is told what the server was told', () => {
  const flags = { page: '/', states: '#/', allow: ['https://a.test'], sandbox: false } as const
  expect(checkArguments('./dist', flags, 'engines.json').join(' ')).toBe(
    'adopt ./dist --check --json --limit 12 --page / --states #/ --engines engines.json --no-sandbox --allow https://a.test',
  )
})
