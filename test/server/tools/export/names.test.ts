/** Names of exported files are safe, and no two states share one. */
import { expect } from '@playwright/test'
import fc from 'fast-check'
import { snapshotFile } from '../../../../server/tools/export/names.ts'
import { canonicalState } from '../../../../src/state.ts'
import { seed } from '../../../run/seed.ts'
import { suite } from '../../../run/suite.ts'

const test = suite('names of exported files')

const hash = expect.stringMatching(/^=\^\/[\da-f]{64}\+\.html$/)
const vectors: [page: string, state: string, file: unknown][] = [
  ['/', '', '=+.html'],
  ['/', '/', '=/+.html'],
  ['/', '/word/ajax', '=/word/ajax+.html'],
  ['/', 'mystate', '=mystate+.html'],
  ['/', '/word/Polish', '=/word/^polish+.html'],
  ['/', '/word/polish', '=/word/polish+.html'],
  ['/', '/products/7?sort=price', '=/products/7^-sort=price+.html'],
  ['/', 'key1=value1&key2=value2', '=key1=value1%26key2=value2+.html'],
  ['/', '/word/naïve art', '=/word/na%25C3%25AFve%2520art+.html'],
  ['/', '/word/%c3%af', '=/word/%25C3%25AF+.html'],
  ['/dictionary.html', 'AJAX', 'dictionary.html=^a^j^a^x+.html'],
  ['/docs/', '/x', 'docs/=/x+.html'],
  ['/', '/a/../../../etc/passwd', hash],
  ['/', '//x', hash],
  ['/', '/a//b', hash],
  ['/', '/con/x', hash],
  ['/', '/end./x', hash],
  ['/', '/a*b', hash],
  ['/', `/${'x'.repeat(201)}`, hash],
  ['/', 'ABCDEFGHIJKLM', hash],
]

for (const [page, state, file] of vectors) {
  test(`names ${page} ${state.slice(0, 40)}`, () => {
    expect(snapshotFile(page, state)).toEqual(file)
  })
}

test('a long state in another script that no name can hold is hashed without trying every reading of it', () => {
  expect(snapshotFile('/', `/${'日'.repeat(60)}*`)).toEqual(hash)
})

const state = fc
  .oneof(fc.string({ unit: 'binary' }), fc.stringMatching(/^[\w/.?:=^%+~-]{0,12}$/))
  .map(canonicalState)

test('two states have two files, on file systems that ignore case too, and none leaves its folder', () => {
  fc.assert(
    fc.property(state, state, (one, other) => {
      const [a, b] = [snapshotFile('/', one), snapshotFile('/', other)]
      const segments = a.split('/')
      return (
        (a.toLowerCase() === b.toLowerCase()) === (one === other) &&
        a.startsWith('=') &&
        !segments.includes('..') &&
        segments.every((segment) => segment.length < 256)
      )
    }),
    { numRuns: 3000, seed },
  )
})
