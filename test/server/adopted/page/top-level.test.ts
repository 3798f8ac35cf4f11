import { equal, ok } from 'playwright-test/taps'
import { declaredBy } from '../../../../server/adopted/page/declared-names.ts'
import { topLevelOf } from '../../../../server/adopted/page/top-level.ts'
import { suite } from '../../../run/suite.ts'

const test = suite('what a classic script declares')

const names = (code: string) => {
  const { vars, functions, hasLexical } = declaredBy(code)
  return `${vars.join()}|${functions.join()}|${hasLexical}`
}

test('variables and functions are found wherever they are declared, and nothing is run', () => {
  equal(
    names('var a = b(); if (1) { var c; function d() {} } function e() { var f }'),
    'a,c,d|e|false',
  )
  equal(names('for (var i = 0;;) {} ({ x: var1 } = {}); var { y, z: [w] } = {}'), 'i,y,w||false')
})

test('a strict script keeps the functions of its blocks for itself', () => {
  equal(names("/* a */ 'use strict'; { function d() {} }"), '||false')
  equal(names("'other'\n'use strict'\n{ function d() {} }"), '||false')
})

test('let, const and class are seen, those of blocks are not', () => {
  for (const code of ['let a', 'const a = 1', 'class A {}']) equal(names(code), '||true')
  equal(names('{ let a } (() => { const b = 1 })()'), '||false')
})

test('built-ins that a script declares again are among its functions', () => {
  equal(names('function Promise() {} var Map'), '|Promise|false')
})

test('a script that begins with a bracket is not run', () => {
  equal(names('(function (all) { all.a = 1 })(this)'), '||false')
  equal(names('[this].forEach((all) => { all.a = 1 })'), '||false')
})

test('what is no script declares nothing', () => equal(names('let = ='), '||false'))

test('a long comment at the beginning takes no time to read', () => {
  equal(names(`/* ${'*/ /* '.repeat(2000)} */ var a`), 'a||false')
})

const parts = (code: string) => topLevelOf(code, declaredBy(code))

test('functions come first, in their lines, and the rest has none', () => {
  const made = parts('a()\n\nfunction b(x) { return x }\nc(); async function* d() {}')
  equal(
    made?.functions?.trimEnd(),
    `   \n\nb=function b(x) { return x };\n     d=async function* d() {};`,
  )
  equal(made?.rest, `a()\n\n;${' '.repeat(25)}\nc(); ;${' '.repeat(21)}`)
})

test('a function that calls itself means whatever has its name then', () => {
  const made = parts('function f(n) { return n ? f(n - 1) : 0 }')
  equal(made?.functions, 'f=function  (n) { return n ? f(n - 1) : 0 };')
})

test('bindings are those of a block that names them when it begins', () => {
  const made = parts("'use strict'; let a = 1; const { b, c: [$] } = d; class E {}")
  ok(made?.rest.startsWith(`'use strict';;{__hb_begin({"a":[()=>a,`))
  equal([...(made?.lexicals ?? [])].join(' '), 'a,let b,const $,const E,let')
})

test('a function behind a label is not taken apart', () =>
  equal(parts('a: function f() {}'), undefined))
