/** Modules that can hold nothing of a page, and modules that may. */
import { expect } from '@playwright/test'
import { parse } from 'acorn'
import { lastingCode } from '../../../../server/snapshot/modules/lasting-code.ts'
import { suite } from '../../../run/suite.ts'

const test = suite('lasting-code')

const found = (text: string) =>
  lastingCode(parse(text, { ecmaVersion: 'latest', sourceType: 'module' }))

const LAST = [
  'export const one = 1, text = `two`, list = [1, { two: -2 }], find = /x/g, none = void 0',
  'export default function () { return import("./later.js") }',
  'const WORDS = "a b".split(" "); export const word = (at) => WORDS[at]',
  'import { Base } from "./base.js"; export default class extends Base { static of = { a: Number }; #own = new Map() }',
  'import { css } from "lit"; class A extends HTMLElement { static styles = css`a{}` } customElements.define("a-a", A)',
  'import { defineRoutes, int, route } from "hashbang-router"; export const routes = defineRoutes({ a: route("/:id", { params: { id: int.optional() }, view: () => import("./a.js") }) })',
  'export const options = Object.freeze({ a: 1 }); function Word() {} Word.displayName = "Word"; export { Word as default }',
  'export * from "./a.js"; export { b } from "./b.js"; import "./c.js"',
]

const HOLD = [
  'let count = 0; export const up = () => ++count',
  'var list; export const set = (value) => { [list] = [value] }',
  'let last; export function each(all) { for (last of all) ; }',
  'export const known = new Map()',
  'export const store = createStore()',
  'import { ref } from "vue"; export const count = ref(0)',
  'import { tag } from "./tag.js"; export const later = tag(1)`x`',
  'export const language = navigator.language',
  'export class A { static #count = 0 }',
  'export class A { static { this.count = 0 } }',
  'export class A { [name()]() {} }',
  'export const deep = { a: { b: { c: { d: 1 } } } }',
  'export const text = `at \u0024{now}`',
  'export const { a } = settings',
  'export const here = import.meta.url',
  'export const run = (code) => eval(code); const hidden = {}',
  'if (!customElements.get("a-a")) customElements.define("a-a", class extends HTMLElement {})',
  'class A extends HTMLButtonElement {} customElements.define("a-a", A, { extends: "button" })',
  'log("evaluated")',
  'export const copy = { ...given }',
  'export const a = b = {}; let b',
]

test('functions, classes and literals at the top level hold nothing of a page', () => {
  for (const text of LAST) expect(found(text), text).toBeDefined()
})

test('assigned variables, calls, and values that no look can compare may hold something', () => {
  for (const text of HOLD) expect(found(text), text).toBeUndefined()
})

test('a lasting module names the globals that it reads, and its definitions of elements', () => {
  const text =
    'import { css } from "lit"; class A extends HTMLElement { static styles = css`a{}` } customElements.define("a-a", A); const kinds = [Number]'
  const { definitions = [], ...parts } = found(text) ?? {}
  expect(parts).toEqual({
    ...{ locals: ['A', 'kinds'], globals: ['HTMLElement', 'Number'], tags: ['lit'] },
  })
  expect(definitions.map(({ start, end }) => text.slice(start, end))).toEqual([
    'customElements.define("a-a", A);',
  ])
})
