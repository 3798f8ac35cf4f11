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

/**
 * A worker without its process: shows states by turns, and prints the heap in MB after each part.
 */
const WORKER = `
import process from 'node:process'
import { setTimeout } from 'node:timers/promises'
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
const heaps = []
let last
for (let part = 0, id = 0; part < 4; part++) {
  for (let page = 0; page < 75; page++) last = await show(++id)
  for (let turn = 0; turn < 4; turn++) { gc(); await setTimeout(20) }
  heaps.push(process.memoryUsage().heapUsed / 2 ** 20)
}
process.stdout.write(JSON.stringify({ heaps, status: last.answer.status, dirty: last.dirty }), () => process.exit())`

for (const name of KINDS) {
  test(
    `the heap of a worker does not grow with its pages: ${name}`,
    { tag: '@nightly' },
    async ({ ends: _ }, info) => {
      const folder = info.outputPath(name)
      const app = APPS[name] as (typeof APPS)[string]
      writeApp(app, folder)
      const html = readFileSync(join(folder, 'index.html'), 'utf8')
      const dist = new URL('../../dist/server/', import.meta.url).href
      const input = [`${pathToFileURL(folder)}/`, html, app.states, app.prefix, dist]
      const flags = ['--experimental-vm-modules', '--expose-gc', '--input-type=module']
      const args = [...flags, '--eval', WORKER, JSON.stringify(input)]
      const { stdout } = await promisify(execFile)(process.execPath, args)
      const { heaps, status, dirty } = JSON.parse(stdout)
      expect([status, dirty]).toEqual([200, undefined])
      expect(heaps.at(-1) - heaps[1], heaps.join()).toBeLessThan(3)
    },
  )
}
