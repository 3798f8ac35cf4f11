/** What the first start says of its comparison, and the command that it is made by. */
import { expect } from '@playwright/test'
import { checkArguments, lineOf } from '../../../server/cli/first-check.ts'
import { suite } from '../../run/suite.ts'

const test = suite('first check')

const group = (name: string, engine: string, verdicts: readonly string[], why?: string) => ({
  ...{ name, engine, ...(why && { why }) },
  compared: verdicts.map((verdict) => ({ verdict })),
})
const found = (...groups: unknown[]) => ({ stdout: JSON.stringify({ groups }), stderr: '' })

test('states that are the same are counted', () => {
  expect(lineOf('./dist', found(group('/#', 'happy-dom', ['same', 'same'])))).toBe(
    '2 states were compared with Chromium: all are the same. Compare all: hashbang adopt ./dist --check',
  )
})

test('those that are otherwise are named, with what a check does of it', () => {
  const other = group('/#/charts/*', 'chromium', ['different'], '/charts/a: text')
  expect(lineOf('./dist', found(group('/#', 'happy-dom', ['same']), other))).toBe(
    '2 states were compared with Chromium, and 1 differ: /#/charts/* (/charts/a: text). hashbang adopt ./dist --check lets Chromium render these from then on',
  )
})

test('without a Chromium it is said why nothing was compared', () => {
  const stderr =
    'hashbang: playwright-core, which controls Chromium, is not installed: run npm install playwright-core\n'
  expect(lineOf('./dist', { stdout: '', stderr })).toBe(
    `Nothing was compared with Chromium: ${stderr.trim()}`,
  )
})

test('the check is told what the server was told', () => {
  const flags = { page: '/', states: '#/', allow: ['https://a.test'], sandbox: false } as const
  expect(checkArguments('./dist', flags, 'engines.json').join(' ')).toBe(
    'adopt ./dist --check --json --limit 12 --page / --states #/ --engines engines.json --no-sandbox --allow https://a.test',
  )
})
