/** A worker keeps nothing of the pages that it has shown. */

import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { APPS, writeApp } from './apps.ts'
import { expect, test } from './fixtures.ts'

/** Of which kind the pages are: a list that the DOM holds, and modules. */
const KINDS = ['angularjs', 'knockout', 'modules'] as const

/** A worker without its process, which shows states by turns. */
const WORKER = `
import process from 'node:process'
import { setTimeout } from 'node:timers/promises'
import vm from 'node:vm'
const [folder, html, shown, states, of] = JSON.parse(process.argv[1])
const { gc } = globalThis
const { runAdoptedProgram } = await import(of + 'adopted/page/adopted-program.js')
const { createCompiler } = await import(of + 'snapshot/worker/script-compiler.js')
let receive, answered
runAdoptedProgram({
  region: { locale: 'en-US', timeZone: 'UTC' }, mounts: [{ base: '/', site: folder }], allow: new Set(), apps: [], kept: [],
  compiler: createCompiler(new Map()), memory: () => 0, fail(error) { throw error },
  send: (message) => { if ('bytes' in message) answered(message) }, receive: (listener) => { receive = listener },
})
receive({ page: '/', shell: html })
const show = (id) => new Promise((resolve) => {
  answered = resolve
  const state = shown[id % shown.length]
  receive({ job: { page: '/', state, url: 'http://site.test/', deadline: 60000, states } })
})
const print = (value) => process.stdout.write(JSON.stringify(value), () => process.exit())
`

/** Prints the heap in MB after each part. */
const HEAPS = `
const heaps = []
let last
for (let part = 0, id = 0; part < 4; part++) {
  for (let page = 0; page < 75; page++) last = await show(++id)
  for (let turn = 0; turn < 4; turn++) { gc(); await setTimeout(20) }
  heaps.push(process.memoryUsage().heapUsed / 2 ** 20)
}
print({ heaps, status: last.answer.status, dirty: last.dirty })`

/**
 * Prints whether a page has made a global, which globals of pages are left at their end, and
 * whether a setter of theirs was called.
 */
const GLOBALS = `
const create = vm.createContext
const globals = []
let isMade = false
let isCalled = false
vm.createContext = (...args) => {
  const global = create(...args)
  globals.push(global)
  const set = (value) => {
    isMade = true
    Object.defineProperty(global, 'angular', { value, configurable: true, writable: true })
  }
  Object.defineProperty(global, 'angular', { set, configurable: true })
  Object.defineProperty(global, 'fixed', { set: () => { isCalled = true } })
  return global
}
await show(1)
await show(2)
const left = globals.slice(0, -1).flatMap((global) =>
  Reflect.ownKeys(global).filter((key) => !(key in globalThis) && global[key] !== undefined),
)
print({ isMade, isCalled, left: left.map(String) })`

/** Runs a program in a worker of an app. */
async function run(name: string, program: string, folder: string) {
  const app = APPS[name] as (typeof APPS)[string]
  writeApp(app, folder)
  const html = readFileSync(join(folder, 'index.html'), 'utf8')
  const dist = new URL('../../dist/server/', import.meta.url).href
  const input = [`${pathToFileURL(folder)}/`, html, app.states, app.prefix, dist]
  const flags = ['--experimental-vm-modules', '--expose-gc', '--input-type=module']
  const args = [...flags, '--eval', WORKER + program, JSON.stringify(input)]
  return JSON.parse((await promisify(execFile)(process.execPath, args)).stdout)
}

for (const name of KINDS) {
  test(
    `the heap of a worker does not grow with its pages: ${name}`,
    { tag: '@nightly' },
    async ({ ends: _ }, info) => {
      const { heaps, status, dirty } = await run(name, HEAPS, info.outputPath(name))
      expect([status, dirty]).toEqual([200, undefined])
      expect(heaps.at(-1) - heaps[1], heaps.join()).toBeLessThan(3)
    },
  )
}

test('a page that has ended holds nothing that its scripts made', async ({ ends: _ }, info) => {
  const printed = await run('angularjs', GLOBALS, info.outputPath('globals'))
  expect(printed).toEqual({ isMade: true, isCalled: false, left: [] })
})
