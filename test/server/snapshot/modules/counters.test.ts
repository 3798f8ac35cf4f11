/** Counters of modules that are kept begin anew. */
import vm from 'node:vm'
import { expect } from '@playwright/test'
import { parse } from 'acorn'
import {
  resetCounters,
  takeClasses,
  withCounters,
} from '../../../../server/snapshot/modules/counters.ts'
import { suite } from '../../../run/suite.ts'

const test = suite('counters')

const counted = (code: string) =>
  withCounters(code, parse(code, { ecmaVersion: 'latest', sourceType: 'module' }), /^uid$/)

test('a counter returns to its first value, and no other variable does', () => {
  const code = counted('var a = 1, uid = 7; let other = 2; uid++; other++')
  const read = new vm.Script(`${code};() => [uid++, other]`).runInThisContext() as () => number[]
  expect([read(), read()]).toEqual([
    [8, 3],
    [9, 3],
  ])
  resetCounters()
  expect(read()).toEqual([7, 3])
})

test('variables that only have the name of a counter stay as they are', () => {
  for (const code of [
    'const uid = 1',
    'function f() { let uid = 1 }',
    "let uid = 'a'",
    'let x = 1',
  ])
    expect(counted(code)).toBe(code)
})

test('the classes of a kept module are handed over, exported or not', () => {
  const code = `class Plain {}; export class Exported {}; var Named = class {};
    "a" !== "b" && (function () { class Inner {} })()
    function later() { class Unreached {} }
    function Old() {}; Old.prototype.a = 1; const Called = function () { new Old() }; new Called()
    function plain() { plain() }`
  const changed = withCounters(
    code,
    parse(code, { ecmaVersion: 'latest', sourceType: 'module' }),
    undefined,
  )
  expect(changed.split('\n')).toHaveLength(5)
  new vm.Script(changed.replace('export ', '')).runInThisContext()
  expect(takeClasses().map(({ name }) => name)).toEqual([
    ...['Plain', 'Exported', 'Named', 'Inner', 'Old', 'Called'],
  ])
  expect(takeClasses()).toEqual([])
})
