/**
 * Parts of the platform that apps show the answers of: requests that fail or are given up. Each is asked in Chromium and in a snapshot.
 */

import { test } from '@playwright/test'
import { writeApp } from './apps.ts'
import { expectSame } from './expect-same.ts'

test.describe.configure({ timeout: 300_000 })

/** What a page does, by its state. */
const CASES: Readonly<Record<string, string>> = {
  abandoned: `const own = new AbortController(); fetch('data.json', { signal: own.signal }).then((r) => r.text()).then(() => tell('came'), (e) => tell(e.name)); own.abort()`,
  late: `const own = new AbortController(); fetch('data.json', { signal: own.signal }).then((r) => r.json()).then((data) => { own.abort(); tell(data.a, own.signal.aborted) })`,
  missing: `fetch('none.json').then(async (r) => tell((await r.text()) !== '', r.ok, r.status, r.statusText))`,
  found: `fetch('data.json').then(async (r) => tell(await r.text(), r.ok, r.status, r.statusText))`,
  request: `const x = new XMLHttpRequest(); x.open('GET', 'none.json'); x.onloadend = () => tell(x.status, x.statusText); x.send()`,
}

const PAGE = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Platform</title></head><body><a href="#/found">Found</a><main></main><div></div><script>
  window.tell = (...words) => document.querySelector('main').insertAdjacentHTML('beforeend', '<p>' + words.join() + '</p>')
  const cases = { ${Object.entries(CASES).map(([name, code]) => `'${name}': () => { ${code} }`)} }
  cases[location.hash.slice(2)]?.()
</script></body></html>`

test('pages are told what browsers tell them', async ({ page }, info) => {
  const folder = info.outputPath('site')
  writeApp({ files: { 'index.html': PAGE, 'data.json': '{"a":1}' } }, folder)
  const states = Object.keys(CASES).map((name) => `/${name}`)
  await expectSame(page, folder, { prefix: '#/', states })
})
