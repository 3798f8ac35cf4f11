/** A module that is compiled once and evaluated often is still the module of the language. */
import { expect } from '@playwright/test'
import { moduleCode } from '../../../../server/snapshot/modules/module-code.ts'
import { suite } from '../../../run/suite.ts'

const test = suite('module-code')

test('keeps lines, and columns from the second line on', () => {
  const source =
    "import a from 'a'\nexport const b = 1\n  export default a\nthrow new Error('here')\n"
  const { script } = moduleCode(source)
  expect(script.split('\n')[3]).toBe("throw new Error('here')")
  expect(script.split('\n')[1]).toBe('       const b = 1')
})

test('names requests once, in the order of the text', () => {
  const { requests, stars, reexports, bindings } = moduleCode(
    "import a, { b as c } from 'x'; export * from 'y'; import * as n from 'x'; export { d } from 'x'; export * as e from 'z'; import j from 'x' with { type: 'json' }; export { c }",
  )
  expect(requests.map(({ specifier, type }) => [specifier, type])).toEqual([
    ['x', undefined],
    ['y', undefined],
    ['z', undefined],
    ['x', 'json'],
  ])
  expect(stars).toEqual([1])
  expect(bindings).toEqual([
    { request: 0, name: 'default' },
    { request: 0, name: 'b' },
    { request: 0, name: undefined },
    { request: 3, name: 'default' },
  ])
  expect(reexports).toEqual([
    { request: 0, name: 'd', exported: 'd' },
    { request: 2, name: undefined, exported: 'e' },
    { request: 0, name: 'b', exported: 'c' },
  ])
})

const ASYNC = [
  ['await 1', true],
  ['for await (const x of []) {}', true],
  ['async () => { await 1 }', false],
  ['class A { async b() { await 1 } }', false],
] as const

for (const [source, isAsync] of ASYNC) {
  test(`${source} ${isAsync ? 'awaits' : 'does not await'} at its top level`, () => {
    expect(moduleCode(source).isAsync).toBe(isAsync)
  })
}

test('says where a module is not JavaScript', () => {
  expect(() => moduleCode('let a = 1\nlet a = 2')).toThrow(/\(2:4\)/)
})
