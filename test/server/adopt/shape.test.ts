/** The shapes of JSON, by which states of a loaded page are told apart. */
import { expect } from '@playwright/test'
import { suite } from 'playwright-test/taps'
import { createShapes } from '../../../server/adopt/shape.ts'

const test = suite('shapes of JSON')

const shapesOf = (...data: unknown[]) => data.map(createShapes())

for (const { what, one, other, same } of [
  { what: 'numbers', one: { a: 1 }, other: { a: 2 }, same: true },
  { what: 'a number and zero', one: { a: 1 }, other: { a: 0 }, same: false },
  { what: 'a key and none', one: { a: 1, b: 2 }, other: { a: 1 }, same: false },
  { what: 'no answer and null', one: undefined, other: null, same: false },
  { what: 'texts', one: { a: 'some words' }, other: { a: 'other words' }, same: true },
  { what: 'a text and an empty one', one: { a: 'some words' }, other: { a: '' }, same: false },
  { what: 'two kinds', one: { kind: 'video' }, other: { kind: 'audio' }, same: false },
  { what: 'yes and no', one: { a: true }, other: { a: false }, same: false },
  {
    what: 'lists of two and of nine',
    one: { a: [1, 2] },
    other: { a: [1, 2, 3, 4, 5, 6, 7, 8, 9] },
    same: true,
  },
  { what: 'lists of one and of two', one: { a: [1] }, other: { a: [1, 2] }, same: false },
  { what: 'a list and an empty one', one: { a: [1] }, other: { a: [] }, same: false },
  {
    what: 'what is in a list',
    one: { a: [{ b: 1 }] },
    other: { a: [{ b: 1, c: null }] },
    same: false,
  },
  {
    what: 'what is deep inside',
    one: { a: { b: { c: 1 } } },
    other: { a: { b: { c: 'x y' } } },
    same: false,
  },
]) {
  test(`of data that differs in ${what}, the shape is ${same ? 'one' : 'another'}`, () => {
    const [first, second] = shapesOf(one, other)
    expect(first === second).toBe(same)
  })
}

test('a text that is another one every time is no choice', () => {
  const shapes = shapesOf(...Array.from({ length: 40 }, (_, n) => ({ id: `id-${n}` })))
  expect(new Set(shapes.slice(20)).size).toBe(1)
})

test('data deeper than anybody looks has a shape', () => {
  const deep = JSON.parse(`${'[{"a":'.repeat(1000)}1${'}]'.repeat(1000)}`)
  const deeper = JSON.parse(`${'[{"a":'.repeat(1001)}1${'}]'.repeat(1001)}`)
  const [one, other] = shapesOf(deep, deeper)
  expect(one).toBe(other)
})
