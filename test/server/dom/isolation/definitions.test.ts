/** Functions that change properties which no cheap look finds are noted with their objects. */
import { expect } from '@playwright/test'
import {
  installDefinitions,
  takeNotes,
  watchDefinitions,
} from '../../../../server/dom/isolation/definitions.ts'
import { suite } from '../../../run/suite.ts'

const test = suite('definitions')

/** Globals of a realm of its own, so that those of the other units stay as they are. */
const own = {
  Object: Object.assign(Object.create(null), namesOf(Object), {
    prototype: Object.defineProperties({}, Object.getOwnPropertyDescriptors(Object.prototype)),
  }) as ObjectConstructor,
  Reflect: { ...namesOf(Reflect) } as typeof Reflect,
  Symbol: { for: Symbol.for } as unknown as SymbolConstructor,
}
installDefinitions(own as typeof globalThis)

function namesOf(from: object): object {
  const all = Object.entries(Object.getOwnPropertyDescriptors(from))
  return Object.fromEntries(
    all.filter(([name]) => name !== 'prototype').map(([name, { value }]) => [name, value]),
  )
}

const property = { value: 1, configurable: true }

const CALLS: Readonly<Record<string, (target: object) => unknown>> = {
  'Object.defineProperty': (target) => own.Object.defineProperty(target, 'x', property),
  'Object.defineProperties': (target) => own.Object.defineProperties(target, { x: property }),
  'Object.setPrototypeOf': (target) => own.Object.setPrototypeOf(target, null),
  'Object.preventExtensions': (target) => own.Object.preventExtensions(target),
  'Object.seal': (target) => own.Object.seal(target),
  'Object.freeze': (target) => own.Object.freeze(target),
  'Reflect.defineProperty': (target) => own.Reflect.defineProperty(target, 'x', property),
  'Reflect.deleteProperty': (target) => own.Reflect.deleteProperty(target, 'x'),
  'Reflect.setPrototypeOf': (target) => own.Reflect.setPrototypeOf(target, null),
  'Reflect.preventExtensions': (target) => own.Reflect.preventExtensions(target),
  __defineGetter__: (target) =>
    Reflect.get(own.Object.prototype, '__defineGetter__').call(target, 'x', () => 1),
  __defineSetter__: (target) =>
    Reflect.get(own.Object.prototype, '__defineSetter__').call(target, 'x', () => 1),
  __proto__: (target) =>
    Object.getOwnPropertyDescriptor(own.Object.prototype, '__proto__')?.set?.call(target, {}),
}

for (const [name, change] of Object.entries(CALLS))
  test(`${name} of a watched object is noted, and works`, () => {
    const [watched, other] = [{ y: 1 }, { y: 1 }]
    watchDefinitions(watched)
    const before = JSON.stringify(Object.getOwnPropertyDescriptors(watched))
    takeNotes()
    for (const target of [watched, other]) change(target)
    own.Object.defineProperty(own.Reflect, 'other', property)
    const { objects } = takeNotes()
    expect(objects).toEqual([watched])
    expect(takeNotes().objects).toEqual([])
    const after = Object.getOwnPropertyDescriptors(watched)
    const isChanged =
      JSON.stringify(after) !== before ||
      Object.getPrototypeOf(watched) !== Object.prototype ||
      !Object.isExtensible(watched)
    expect(isChanged).toBe(name !== 'Reflect.deleteProperty')
  })

test('a property that a page defines on a watched object for good can be undone', () => {
  const [watched, other] = [{ y: 1 }, { y: 1 }]
  watchDefinitions(watched)
  for (const { defineProperty } of [own.Object, own.Reflect])
    for (const target of [watched, other]) {
      const name = defineProperty === own.Object.defineProperty ? 'x' : 'z'
      defineProperty(target, name, Object.create({ get: () => 7 }))
      defineProperty(target, 'y', { writable: false })
    }
  own.Object.defineProperties(watched, { both: { value: 3 }, two: { get: () => 4 } })
  expect([Reflect.get(watched, 'both'), Reflect.get(watched, 'two')]).toEqual([3, 4])
  expect(Reflect.getOwnPropertyDescriptor(other, 'x')?.configurable).toBe(false)
  expect(watched).toEqual({ y: 1 })
  expect([Reflect.get(watched, 'x'), Reflect.get(watched, 'z')]).toEqual([7, 7])
  for (const key of Reflect.ownKeys(watched))
    expect(Reflect.deleteProperty(watched, key)).toBe(true)
  Object.defineProperty(watched, 'fixed', { value: 1 })
  expect(() => own.Object.defineProperty(watched, 'fixed', { value: 2 })).toThrow('fixed')
  expect(() => own.Object.defineProperty(watched, 'none', 1 as never)).toThrow('object')
  expect(() => own.Object.defineProperties(watched, null as never)).toThrow('null')
})

test('a registered symbol is noted, and the functions look like those of the language', () => {
  for (let count = 0; count < 3; count++) expect(own.Symbol.for('here')).toBe(Symbol.for('here'))
  expect(takeNotes().symbols).toEqual([Symbol.for('here')])
  const { defineProperty } = own.Object
  expect([defineProperty.name, defineProperty.length]).toEqual(['defineProperty', 3])
  expect(String(defineProperty)).toContain('[native code]')
})
