/** The slowest files and tests of a run, read from its lines. */
import { expect } from '@playwright/test'
import { createSlowest, LONG_FILE_MS } from './slowest.ts'
import { suite } from './suite.ts'

const test = suite('slowest')

const LINES = [
  'build | (1.0 s)',
  'specs | ✔ chromium > server/a.spec.ts > answers > twice (300 ms)',
  'specs | ✘ chromium > server/a.spec.ts > refuses (200 ms)',
  'specs | ✔ firefox > dom/b.spec.ts > shows (400 ms)',
  'specs | - chromium > dom/c.spec.ts > is left out (0 ms)',
  'units in node | ✔ 1 url > reads (1.5ms)',
  'units in node | ✔ 2 url > writes (1.2s)',
]

function readLines(lines: readonly string[]) {
  const slowest = createSlowest()
  for (const line of lines) slowest.read(line)
  return slowest
}

test('files are summed, the slowest comes first, and a browser beside Chromium is named', () => {
  expect(readLines(LINES).lines()).toEqual([
    'The slowest files:',
    '    1.2 s  url (units in node)',
    '    0.5 s  server/a.spec.ts',
    '    0.4 s  dom/b.spec.ts in firefox',
    'The slowest tests:',
    '    1.2 s  url (units in node) > writes',
    '    0.4 s  dom/b.spec.ts in firefox > shows',
    '    0.3 s  server/a.spec.ts > answers > twice',
    '    0.2 s  server/a.spec.ts > refuses',
    '    0.0 s  url (units in node) > reads',
  ])
})

test('a file is long by the sum of its tests', () => {
  const half = `specs | ✔ chromium > server/a.spec.ts > half (${LONG_FILE_MS / 2 + 1} ms)`
  expect(readLines([half]).longFiles()).toEqual([])
  expect(readLines([half, half]).longFiles()).toEqual(['server/a.spec.ts'])
})
