/** WebAssembly of wasm-pack and of Vite's `?init`, as in Chromium. */
import { writeFileSync } from 'node:fs'
import { expect } from '@playwright/test'
import { hashbang } from 'hashbang-router/vite'
import { test } from '../vite-project.ts'

/** Exports `add` of two numbers. Its last section makes it too large for Vite to inline it. */
const ADD = [
  [0, 0x61, 0x73, 0x6d, 1, 0, 0, 0, 1, 7, 1, 0x60, 2, 0x7f, 0x7f, 1, 0x7f, 3, 2, 1, 0],
  [7, 7, 1, 3, 0x61, 0x64, 0x64, 0, 0, 10, 9, 1, 7, 0, 0x20, 0, 0x20, 1, 0x6a, 0x0b],
].flat()
const SIZE = 5000
const WASM =
  String.fromCharCode(...ADD, 0, (SIZE & 127) | 128, SIZE >> 7, 1, 0x78) + ' '.repeat(SIZE - 2)

/** The loading code that wasm-pack writes for `--target web`. */
const GLUE = `let wasm
async function load(module, imports) {
  if (!(typeof Response === 'function' && module instanceof Response)) {
    const instance = await WebAssembly.instantiate(module, imports)
    return instance instanceof WebAssembly.Instance ? { instance, module } : instance
  }
  if (typeof WebAssembly.instantiateStreaming === 'function') return WebAssembly.instantiateStreaming(module, imports)
  return WebAssembly.instantiate(await module.arrayBuffer(), imports)
}
export default async function init(input) {
  if (wasm !== undefined) return wasm
  if (input === undefined) input = new URL('add_bg.wasm', import.meta.url)
  if (typeof input === 'string' || (typeof Request === 'function' && input instanceof Request) || (typeof URL === 'function' && input instanceof URL)) input = fetch(input)
  const { instance } = await load(await input, {})
  wasm = instance.exports
  return wasm
}
export const add = (a, b) => wasm.add(a, b)`

const FILES = {
  'index.html': `<!doctype html><html lang="en"><head><title>App</title></head><body>
<hashbang-outlet></hashbang-outlet><script type="module" src="/main.js"></script></body></html>`,
  'main.js': `import { start } from 'hashbang-router/browser'
import { routes } from './app.js'
start(routes)`,
  'app.js': `import { defineRoutes, route } from 'hashbang-router'
import init, { add } from './pkg/add.js'
import instance from './pkg/add_bg.wasm?init'
export const routes = defineRoutes({
  home: route('', {
    load: async () => {
      await init()
      const { exports } = await instance()
      return add(1, exports.add(1, 1))
    },
    view: () => import('./view.js'),
  }),
})`,
  'pkg/add.js': GLUE,
  'other/add.js': GLUE,
  'view.js': `import { mountView } from 'hashbang-router'
import init, { add } from './other/add.js'
export default mountView((outlet, page) => {
  page.settled(init().then(() => { outlet.innerHTML = '<p>' + page.data + ' ' + add(3, 4) + '</p>' }))
})`,
}

for (const where of ['in a build', 'in development']) {
  test(`WebAssembly runs in a loader and in a view, ${where}`, async ({ newProject, page }) => {
    const project = newProject(FILES, { plugins: [hashbang({ app: 'app.js' })] })
    for (const folder of ['pkg', 'other'])
      writeFileSync(`${project.root}/${folder}/add_bg.wasm`, Buffer.from(WASM, 'latin1'))
    if (where === 'in a build') await project.build()
    const origin = await (where === 'in a build' ? project.serve() : project.develop())
    const response = await fetch(`${origin}/?_escaped_fragment_=`)
    const html = await response.text()
    expect(html).toContain('<p>3 7</p>')
    await page.goto(`${origin}/#!`)
    await expect(page.locator('p')).toHaveText('3 7')
  })
}
