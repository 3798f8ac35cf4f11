/** Counters of modules that are kept begin anew. */
import vm from 'node:vm'
import { expect } from '@playwright/test'
import { parse } from 'acorn'
import {
  endUnfinished,
  resetCounters,
  takeClasses,
  withCounters,
} from '../../../../server/snapshot/modules/counters.ts'
import { suite } from '../../../run/suite.ts'

const test = suite('counters')

const counted = (code: string) =>
  withCounters(code, parse(code, { ecmaVersion: 'latest', sourceType: 'module' }), {
    counters: /^uid$/,
  })

test('a counter goes back to what it began with, and no other variable does', () => {
  const code = counted('var a = 1, uid = 7; let other = 2; uid++; other++')
  const read = new vm.Script(`${code};() => [uid++, other]`).runInThisContext() as () => number[]
  expect([read(), read()]).toEqual([
    [8, 3],
    [9, 3],
  ])
  resetCounters()
  expect(read()).toEqual([7, 3])
})

test('what only has the name of a counter is left alone', () => {
  for (const code of [
    'const uid = 1',
    'function f() { let uid = 1 }',
    "let uid = 'a'",
    'let x = 1',
  ])
    expect(counted(code)).toBe(code)
})

test('what a page leaves unfinished ends with it, and is told', () => {
  const program = parse('', { ecmaVersion: 'latest' })
  const code = 'const queue = [], names = new Map(); let at = -1, current, isOn = true'
  const unfinished = { unfinished: /^(?:queue|names|at|current|isOn)$/ }
  const tree = parse(code, { ecmaVersion: 'latest', sourceType: 'module' })
  expect(withCounters('', program, unfinished)).toBe('')
  const use = new vm.Script(
    `{${withCounters(code, tree, unfinished)};() => [queue.push(1), names.set(1, 1).size, ++at, (current = isOn), (isOn = false)]}`,
  ).runInThisContext() as () => unknown[]
  expect(endUnfinished()).toBe(true)
  for (const _ of [1, 2]) {
    expect(use()).toEqual([1, 1, 0, true, false])
    expect(endUnfinished()).toBe(false)
  }
  expect(endUnfinished()).toBe(true)
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
    {},
  )
  expect(changed.split('\n')).toHaveLength(5)
  new vm.Script(changed.replace('export ', '')).runInThisContext()
  expect(takeClasses().map(({ name }) => name)).toEqual([
    ...['Plain', 'Exported', 'Named', 'Inner', 'Old', 'Called'],
  ])
  expect(takeClasses()).toEqual([])
})
