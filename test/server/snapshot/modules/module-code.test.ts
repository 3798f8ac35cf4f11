/** What is known of a module before it is evaluated. module-map.test.ts shows that it is still the module of the language. */
import { expect } from '@playwright/test'
import { moduleCode } from '../../../../server/snapshot/modules/module-code.ts'
import { suite } from '../../../run/suite.ts'

const test = suite('module-code')

for (const [source, isAsync] of [
  ['await 1', true],
  ['for await (const x of []) {}', true],
  ['async () => { await 1 }', false],
  ['class A { async b() { await 1 } }', false],
] as const) {
  test(`${source} ${isAsync ? 'awaits' : 'does not await'} at its top level`, () =>
    expect(moduleCode(source).isAsync).toBe(isAsync))
}

test('says where a module is not JavaScript', () =>
  expect(() => moduleCode('let a = 1\nlet a = 2')).toThrow(/\(2:4\)/))
