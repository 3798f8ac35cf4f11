/** The DOM of the workers as it is built in: what it is made of, and what an upgrade of happy-dom hears that does not fit. */
import { readdirSync, readFileSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { expect, test } from '@playwright/test'
import { parsePatch, type StructuredPatch } from 'diff'
import { defaultsOnPrototype } from '../../dist/server/happy-dom/bundle/defaults.js'
import { apply } from '../../dist/server/happy-dom/bundle/patch.js'

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

test('a patch that does not fit any more names the file and the patch', () => {
  const [patch] = parsePatch(
    '--- a/lib/x/Y.js\n+++ b/lib/x/Y.js\n@@ -1,2 +1,1 @@\n b();\n-a = 1;\n',
  )
  const one = { name: 'x-Y.patch', patch: patch as StructuredPatch }
  expect(apply('b();\na = 1;\n', 'x/Y.js', one)).toBe('b();\n')
  for (const code of ['b();\na = 2;\n', 'c();\na = 1;\n', '']) {
    expect(() => apply(code, 'x/Y.js', one)).toThrow(
      'happy-dom/lib/x/Y.js is not as patches/x-Y.patch has it',
    )
  }
})

test('every patch says what it is for, and whether it is of use to others', () => {
  const folder = new URL('../../server/happy-dom/bundle/patches/', import.meta.url)
  const names = readdirSync(folder)
  expect(names.length).toBeGreaterThan(5)
  const silent = names.filter(
    (name) =>
      !/^[A-Z].*\n[\s\S]*^(?:Ours: |https:)/m.test(readFileSync(new URL(name, folder), 'utf8')),
  )
  expect(silent).toEqual([])
})

test('every fix says which issue of happy-dom it is for, or that it is ours', () => {
  const folder = new URL('../../server/happy-dom/fixes/', import.meta.url)
  const silent = readdirSync(folder).filter((name) => {
    if (!name.endsWith('.ts')) return false
    const [header = ''] = readFileSync(new URL(name, folder), 'utf8').split('*/')
    return !/happy-dom#\d+|\b[Oo]urs\b|[Nn]ot reported upstream|Nothing here is reported/.test(
      header,
    )
  })
  expect(silent).toEqual([])
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
  const { changed, count } = defaultsOnPrototype(code)
  expect(count).toBe(2)
  expect(changed).toBe(`export default class A extends B {
    constructor() {
        super();
        this[S.e] = [];
    }
}

A.prototype[S.d] = '';
A.prototype[S.c] = null;
`)
})
