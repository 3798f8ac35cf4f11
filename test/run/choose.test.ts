/** Which files a run is made of. */
import { existsSync } from 'node:fs'
import { expect } from '@playwright/test'
import { choose, readRequest } from './choose.ts'
import { ONLY_IN_ALL } from './only-in-all.ts'
import { suite } from './suite.ts'

const test = suite('choose')

const [onlyInAll = ''] = Object.keys(ONLY_IN_ALL)
const FILES = [
  'test/src/url.test.ts',
  'test/src/dom/links.test.ts',
  'test/src/routes.test-d.ts',
  'test/server/cache/cache.test.ts',
  'test/run/part.test.ts',
  'test/readme.spec.ts',
  'test/bench/x.spec.ts',
  'test/fixtures/app/x.test.ts',
  'test/README.md',
  onlyInAll,
]
const chosen = (...args: string[]) => choose(FILES, readRequest(args))

test('units of src run in Node and in browsers, those of a document in browsers alone, others in Node', () => {
  const { nodeUnits, browserUnits } = chosen()
  expect(nodeUnits).toEqual([
    'test/src/url.test.ts',
    'test/server/cache/cache.test.ts',
    'test/run/part.test.ts',
  ])
  expect(browserUnits).toEqual(['test/src/url.test.ts', 'test/src/dom/links.test.ts'])
})

test('a spec that is only in the whole run is left out, but for that run and for who names it', () => {
  expect(chosen().specs).toEqual(['test/readme.spec.ts'])
  expect(chosen('--all').specs).toEqual(['test/readme.spec.ts', onlyInAll])
  expect(chosen(onlyInAll).specs).toEqual([onlyInAll])
})

test('a word chooses the files whose paths hold it, of every kind', () => {
  expect(chosen('url', 'routes')).toEqual({
    types: ['test/src/routes.test-d.ts'],
    nodeUnits: ['test/src/url.test.ts'],
    browserUnits: ['test/src/url.test.ts'],
    specs: [],
  })
})

test('units alone are those of Node', () => {
  const { types, nodeUnits, browserUnits, specs } = chosen('--units')
  expect([types, browserUnits, specs]).toEqual([[], [], []])
  expect(nodeUnits).toHaveLength(3)
})

test('every spec of the list is there, with a reason', () => {
  for (const [file, reason] of Object.entries(ONLY_IN_ALL)) {
    expect(existsSync(file), file).toBe(true)
    expect(reason.length, file).toBeGreaterThan(20)
  }
})
