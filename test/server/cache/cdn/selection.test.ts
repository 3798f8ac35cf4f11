/** The selection that a CDN gets for a purge: tags, URLs and folders. */
import { expect } from '@playwright/test'
import { type PurgedAddresses, selectionOf } from '../../../../server/cache/cdn/selection.ts'
import type { Purge } from '../../../../server/cache/tags.ts'
import { readableScheme } from '../../../../src/readable.ts'
import { hashbangScheme as inFragment, pathScheme } from '../../../../src/scheme.ts'
import { suite } from '../../../run/suite.ts'

const test = suite('selection')

test('a purge of a state names its URLs, a purge of a prefix their folder', () => {
  const pages = new Map<string, PurgedAddresses>([
    ['/', { scheme: inFragment, readable: readableScheme() }],
    ['/docs/', { scheme: pathScheme({ base: '/docs/' }) }],
    ['/old', {}],
  ])
  const of = (which: Purge) =>
    selectionOf(which, which.state === undefined ? [] : [which.state], 'https://a.test', pages)
  expect(of({})).toEqual({ everything: true })
  expect(of({ page: '/', state: '/word/naïve art' })).toMatchObject({
    urls: [
      'https://a.test/?_escaped_fragment_=/word/na%C3%AFve%20art',
      'https://a.test/s/word/na%C3%AFve%20art',
      'https://a.test/s/word/na%C3%AFve%20art.md',
    ],
  })
  expect(of({ page: '/old', state: 'x' })).toMatchObject({
    urls: ['https://a.test/old?_escaped_fragment_=x'],
  })
  expect(of({ prefix: '/word/a' })).toMatchObject({
    prefixes: ['a.test/s/word', 'a.test/docs/word'],
  })
  expect(of({ prefix: 'pos=' })).toMatchObject({ prefixes: [], tags: ['hb'] })
  // A redirect may depend on anything.
  expect(of({ tag: 'product:a' })).toEqual({ tags: ['product:a', 'hb:r'], urls: [], prefixes: [] })
  expect(of({ tag: 'a', prefix: '/word/' })).toMatchObject({ prefixes: [] })
})
