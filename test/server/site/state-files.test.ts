/** Names of exported files are safe, and no two states share one. */

import { expect } from '@playwright/test'
import fc from 'fast-check'
import {
  isListed,
  readableFile,
  snapshotFile,
  snapshotName,
  uglyValue,
} from '../../../server/site/state-files.ts'
import { canonicalState } from '../../../src/state.ts'
import { suite } from '../../run/suite.ts'
import { list, rows } from '../helpers/rows.ts'

const test = suite('names of exported files')
const testReadable = suite('files of readable addresses')

for (const [page, state, file] of rows`
  /                | ''                        | =+.html
  /                | /                         | =/+.html
  /                | /word/ajax                | =/word/ajax+.html
  /                | mystate                   | =mystate+.html
  /                | /word/Polish              | =/word/^Polish+.html
  /                | /word/polish              | =/word/polish+.html
  /                | /products/7?sort=price    | =/products/7^-sort=price+.html
  /                | key1=value1&key2=value2   | =key1=value1%26key2=value2+.html
  /                | /word/naïve art           | =/word/na%25C3%25AFve%2520art+.html
  /                | /word/%c3%af              | =/word/%25C3%25AF+.html
  /dictionary.html | AJAX                      | dictionary.html=^A^J^A^X+.html
  /docs/           | /x                        | docs/=/x+.html
`)
  test(`names ${page} ${state}`, () => expect(snapshotFile(page, state)).toBe(file))

// The last is a long one in another script, and not every reading of it is tried.
for (const state of list`
  /a/../../../etc/passwd | //x | /a//b | /con/x | /end./x | /a*b | ABCDEFGHIJKLM
  /${'x'.repeat(201)} | /${'日'.repeat(60)}*
`)
  test(`names ${state.slice(0, 40)} by a hash`, () =>
    expect(snapshotFile('/', state)).toMatch(/^=\^\/[\da-f]{64}\+\.html$/))

const anyState = fc
  .oneof(
    fc.string({ unit: 'binary' }),
    fc.stringMatching(/^[\w/.?:=^%+~-]{0,12}$/),
    fc.stringMatching(/^(?:\/[A-Z]?[a-z:]{1,3}){1,3}(?:\?[aB]=[Cd:?]{0,4})?$/),
  )
  .map(canonicalState)

/** The value of a name, as a disk may write that ignores case. */
const readBack = (name: string): string =>
  name
    .replace(/%(?:25)?[\da-f]{2}|\^[a-z]/g, (text) => text.toUpperCase())
    .replaceAll('^-', '?')
    .replaceAll('^.', ':')
    .replace(/\^(?=[A-Z])/g, '')

test('a name that is no hash reads back as its value, on file systems that ignore case too', () => {
  fc.assert(
    fc.property(anyState, (state) => {
      const name = snapshotName(state).toLowerCase()
      fc.pre(!isListed(state))
      return readBack(name) === `=${uglyValue(state)}`
    }),
    { numRuns: 3000 },
  )
})

test('two states have two files, on file systems that ignore case too, and none leaves its folder', () => {
  const changed = anyState.map((state) => [state, canonicalState(state.toLowerCase())] as const)
  fc.assert(
    fc.property(fc.oneof(fc.tuple(anyState, anyState), changed), ([one, other]) => {
      const [a, b] = [snapshotFile('/', one), snapshotFile('/', other)]
      const segments = a.split('/')
      return (
        (a.toLowerCase() === b.toLowerCase()) === (one === other) &&
        a.startsWith('=') &&
        !segments.includes('..') &&
        segments.every((segment) => segment.length < 256)
      )
    }),
    { numRuns: 3000 },
  )
})

for (const [href, file] of rows`
  /s/                   | index.html
  /s/word/ajax          | word/ajax/index.html
  /s/na%C3%AFve%20art   | naïve art/index.html
  /s/a/!2E!2E/b         | a/!2E!2E/b/index.html
  /s/word/ajax/         | word/ajax/index.html
  /s/!63!6F!6E          | !63!6F!6E/index.html
`)
  testReadable(`the readable address ${href} has the file ${file}`, () =>
    expect(readableFile('/s/', href)).toBe(file),
  )

for (const href of list`/s/a?q=1 | /s/index.html | /s/a%00 | /s/con | /s/${'x'.repeat(300)} | /`)
  testReadable(`the readable address ${href.slice(0, 30)} has no file`, () =>
    expect(readableFile('/s/', href)).toBeNull(),
  )

for (const [href, file] of rows`
  /s/             | index.html
  /s/word/ajax    | word/ajax.html
  /s/a/index      | null
  /s/a.html       | null
`)
  testReadable(`as a file beside a folder, the readable address ${href} is ${file}`, () =>
    expect(String(readableFile('/s/', href, 'html'))).toBe(file),
  )
