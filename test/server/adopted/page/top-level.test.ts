/** What a classic script declares, found without running it, and how it is taken apart. */
import { equal, ok } from 'playwright-test/taps'
import { declaredBy } from '../../../../server/adopted/page/declared-names.ts'
import { topLevelOf } from '../../../../server/adopted/page/top-level.ts'
import { suite } from '../../../run/suite.ts'
import { rows } from '../../helpers/rows.ts'

const test = suite('what a classic script declares')

const LONG = `/* ${'*/ /* '.repeat(2000)} */`

// Its variables, its functions, and whether it has let, const or class.
for (const [what, code, declared] of rows`
  variables, wherever they are          | var a = b(); if (1) { var c }; for (var i;;) {} | a,c,i||false
  variables of patterns                 | ({ x: v } = {}); var { y, z: [w] } = {}   | y,w||false
  functions, but none of functions      | { function d() {} } function e() { var f } | d|e|false
  a strict script keeps those of blocks | /* a */ 'use strict'; { function d() {} } | ||false
  the same behind another directive     | 'other'\n'use strict'\n{ function d() {} } | ||false
  let                                   | let a                                     | ||true
  const                                 | const a = 1                               | ||true
  class                                 | class A {}                                | ||true
  not those of blocks and functions     | { let a } (() => { const b = 1 })()       | ||false
  a built-in that is declared again     | function Promise() {} var Map             | |Promise|false
  nothing of what a bracket begins      | (function (all) { all.a = 1 })(this)      | ||false
  nor of what a list begins             | [this].forEach((all) => { all.a = 1 })    | ||false
  nothing of what is no script          | let = =                                   | ||false
  a variable behind a long comment      | ${LONG} var a                             | a||false
`) {
  test(what, () => {
    const { vars, functions, hasLexical } = declaredBy(code)
    equal(`${vars.join()}|${functions.join()}|${hasLexical}`, declared)
  })
}

const parts = (code: string) => topLevelOf(code, declaredBy(code))

test('functions come first, in their lines, and the rest has none', () => {
  const made = parts('a()\n\nfunction b(x) { return x }\nc(); async function* d() {}')
  const functions = `   \n\nb=function b(x) { return x };\n     d=async function* d() {};`
  equal(made?.functions?.trimEnd(), functions)
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
