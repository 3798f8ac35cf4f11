/** The DOM of the workers as it is built in: what it is made of, and what an upgrade of happy-dom hears that does not fit. */
import { readFileSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { expect, test } from '@playwright/test'
import { defaultsOnPrototype } from '../../dist/server/bundle/defaults.js'
import { apply } from '../../dist/server/bundle/patch.js'

const built = readFileSync('dist/server/happy-dom.js', 'utf8')

test('it needs no package, and nothing of Node that sends', () => {
  const imported = [...built.matchAll(/^import .*? from "(?:node:)?([^"]+)"/gm)].map(
    ([, name]) => name ?? '',
  )
  expect(imported.length).toBeGreaterThan(5)
  expect(imported.filter((name) => !builtinModules.includes(name))).toEqual([])
  const sending = ['http', 'https', 'http2', 'tls', 'dgram', 'child_process', 'worker_threads']
  expect(imported.filter((name) => sending.includes(name))).toEqual([])
})

test('the licences of what is in it go with it', () => {
  const licenses = readFileSync('dist/server/happy-dom.licenses.md', 'utf8')
  for (const name of ['happy-dom', 'entities', 'whatwg-mimetype', 'buffer-image-size']) {
    expect(licenses).toContain(`## ${name} - `)
  }
})

test('a change that does not fit any more names the file and what it looks for', () => {
  const patch = { why: '', text: 'this.a = 1;', by: '' }
  expect(apply('b(); this.a = 1;', 'x/Y.js', patch)).toBe('b(); ')
  for (const code of ['this.a = 2;', 'this.a = 1; this.a = 1;']) {
    expect(() => apply(code, 'x/Y.js', patch)).toThrow(/happy-dom\/lib\/x\/Y\.js .*\nthis\.a = 1;$/)
  }
})

test('what all objects of a class begin with is on its prototype, what they make for themselves is not', () => {
  const code = `export default class A extends B {
    [S.c] = null;
    constructor() {
        super();
        this[S.d] = '';
        this[S.e] = [];
    }
}
`
  expect(defaultsOnPrototype(code)).toBe(`export default class A extends B {
    constructor() {
        super();
        this[S.e] = [];
    }
}

A.prototype[S.d] = '';
A.prototype[S.c] = null;
`)
})
