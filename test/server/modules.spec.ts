/** The modules of an app: its own are evaluated for each page, and renderers once a worker. */
import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { buildApp } from '../built-app.ts'
import { project } from '../project.ts'
import { fixture, type OpenApp, openApp } from './open-app.ts'

let app: OpenApp

test.beforeAll(async () => {
  const root = project({}, 'modules')
  cpSync(fixture('modules'), root, { recursive: true })
  const built = await buildApp(root)
  app = await openApp(built.shell, { app: built.app })
})
test.beforeEach(() => void app.warnings.splice(0))
test.afterAll(() => app?.site.close())

test('modules of every kind start fresh in each page', async () => {
  for (const name of ['ant', 'ant', 'bee', 'ant']) {
    const { status, text } = await app.show(`/imports/${name}`)
    expect(status).toBe(200)
    expect(text).toContain(`>1 1 late odd 0,1 raw text true ${name} string </hashbang-outlet>`)
    expect(text).toMatch(/<hashbang-outlet class="_name_\w+">/)
  }
  expect(app.warnings).toEqual([])
})

for (const [where, file, line] of [
  ['view', 'throws.ts', 13],
  ['loader', 'loader.ts', 6],
] as const) {
  test(`an error of a ${where} names the line of its source in every page`, async () => {
    for (const id of ['a', 'b', 'a']) {
      app.warnings.length = 0
      expect((await app.show(`/throws/${where}/${id}`)).status).toBe(500)
      const place = new RegExp(`thrown in a ${where}[\\s\\S]*/${file}:${line}:\\d+`)
      expect(app.warnings.join('\n')).toMatch(place)
    }
  })
}

const packageOf = (name: string, type: 'module' | 'commonjs', code: string) => ({
  [`node_modules/${name}/package.json`]: `{ "type": "${type}", "exports": "./index.js" }`,
  [`node_modules/${name}/index.js`]: code,
})
const SHELL = '<!doctype html><html><head></head><body><hashbang-outlet></hashbang-outlet>'

// A random number at the top of a module is another one in each page that evaluates the module.
const RENDERERS = {
  'index.html': SHELL,
  ...packageOf('plain', 'module', 'let count = 0; export const next = () => ++count'),
  ...packageOf('helper', 'module', 'export const inner = Math.random()'),
  ...packageOf(
    'svelte',
    'module',
    "export { inner } from 'helper'; export const at = Math.random()",
  ),
  ...packageOf('react', 'commonjs', 'exports.at = Math.random()'),
  ...packageOf(
    'react-dom',
    'commonjs',
    "var globalClientIdCounter = 0; exports.id = () => globalClientIdCounter++; exports.react = require('react')",
  ),
  'own.js': 'export const own = Math.random()',
  'view.js': `import { next } from 'plain'
import React from 'react'
import { id, react } from 'react-dom'
import { at, inner } from 'svelte'
import { htmlView } from 'hashbang-router'
import { own } from './own.js'
const kept = [at, inner, React.at, React === react]
export default htmlView(() => JSON.stringify({ kept, own, counted: [next(), id(), id()] }))`,
  'app.js': `import { defineRoutes, route } from 'hashbang-router'
export const routes = defineRoutes({
  home: route('', { view: () => import('./view.js') }),
  page: route('/:id', { view: () => import('./view.js') }),
})`,
}

const fromFiles = async (root: string) => ({
  shell: join(root, 'index.html'),
  app: join(root, 'app.js'),
})
const build = (output: object) => (root: string) =>
  buildApp(root, { app: 'app.js', worker: { build: { rolldownOptions: { output } } } })
const groups = [{ name: 'vendor', test: /node_modules/, priority: 5 }]

for (const [how, prepare] of [
  ['from its files', fromFiles],
  ['as Vite builds it', build({})],
  ['built with groups of its own', build({ codeSplitting: { groups } })],
  ['built into one file', build({ codeSplitting: false })],
] as const) {
  test(`an app ${how} evaluates renderers and their imports once, and the rest for each page`, async () => {
    const { shell, app } = await prepare(project(RENDERERS, 'renderers'))
    const renderers = await openApp(shell, { app })
    const show = async (page: string) =>
      JSON.parse((await renderers.show(page)).outlet.replaceAll('&quot;', '"'))
    const [first, second] = [await show('/1'), await show('/2')]
    await renderers.site.close()
    expect(second.kept).toEqual(first.kept)
    expect(second.kept.at(-1)).toBe(true)
    expect(second.own).not.toBe(first.own)
    expect(first.counted).toEqual([1, 0, 1])
    expect(second.counted).toEqual(first.counted)
  })
}

const CREATES_GLOBALS = {
  'index.html': SHELL,
  ...packageOf(
    'scheduler',
    'module',
    `globalThis.__HMR__ = { version: 1 }
globalThis.__LIST__ = []
Object.defineProperty(globalThis, '$rune', { get: () => { throw new Error('outside') }, configurable: true })`,
  ),
  ...packageOf('tslib', 'module', '__HMR__.register = () => 1'),
  'view.js': `import 'scheduler'
import 'tslib'
import { htmlView } from 'hashbang-router'
globalThis.__OWN__ ??= []
__OWN__.push(__HMR__.uid ??= 0)
__LIST__.push(__HMR__.version)
__HMR__.version = 'changed'
export default htmlView(() => \`\${[++__HMR__.uid, __OWN__.length, __LIST__, __HMR__.register()]}\`)`,
  'app.js': `import { defineRoutes, route } from 'hashbang-router'
export const routes = defineRoutes({ home: route('', { view: () => import('./view.js') }) })`,
}

test('a global that a renderer creates on its first import exists in every page', async () => {
  const own = await openApp(join(project(CREATES_GLOBALS, 'global'), 'index.html'))
  for (const _ of [1, 2, 3]) expect((await own.show('')).outlet).toContain('1,1,1,1')
  await own.site.close()
})
