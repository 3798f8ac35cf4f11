/**
 * Parts of the platform that apps show the answers of: requests that fail or are given up. Each is asked in Chromium and in a snapshot.
 */

import { test } from '@playwright/test'
import { writeApp } from './apps.ts'
import { expectSame } from './expect-same.ts'

/** What a page does, by its state. */
const CASES: Readonly<Record<string, string>> = {
  abandoned: `const own = new AbortController(); fetch('data.json', { signal: own.signal }).then((r) => r.text()).then(() => tell('came'), (e) => tell(e.name)); own.abort()`,
  late: `const own = new AbortController(); fetch('data.json', { signal: own.signal }).then((r) => r.json()).then((data) => { own.abort(); tell(data.a, own.signal.aborted) })`,
  missing: `fetch('none.json').then(async (r) => tell((await r.text()) !== '', r.ok, r.status, r.statusText))`,
  found: `fetch('data.json').then(async (r) => tell(await r.text(), r.ok, r.status, r.statusText))`,
  closed: `fetch('https://elsewhere.invalid/').then(() => tell('came'), (e) => tell(e.name, e.message))`,
  image: `const i = new Image(); i.onload = () => tell('load'); i.onerror = () => tell('error'); i.src = 'none.png'`,
  picture: `const next = ([one, ...more]) => { if (!one) return; const i = new Image(); const end = (e) => { tell(one, e.type); next(more) }; i.onload = end; i.onerror = end; i.src = one; div.append(i) }; next(['dot.svg', 'none.svg', './dot.svg?again'])`,
  inline: `div.innerHTML = '<img src="none.png" onerror="this.onerror = null; this.src = \\'dot.svg\\'"><img src="dot.svg" onload="this.alt = 1">'`,
  swapped: `const i = new Image(); i.onload = () => tell('load', i.getAttribute('src')); i.onerror = () => tell('error'); i.src = 'none.png'; i.src = 'dot.svg'`,
  lost: `const i = new Image(); i.onload = () => tell('load'); i.onerror = () => tell('error', i.getAttribute('src')); i.src = 'dot.svg'; i.src = 'none.png'`,
  sheet: `const next = ([one, ...more]) => { if (!one) return; const l = document.createElement('link'); const end = (e) => { tell(one, e.type); next(more) }; l.onload = end; l.onerror = end; l.rel = 'stylesheet'; l.href = one; document.head.append(l) }; next(['dot.css', 'none.css'])`,
  unnamed: `const f = document.createElement('iframe'); f.srcdoc = '<p>Mine</p>'; div.append(f); addEventListener('load', () => { open('data.json'); setTimeout(() => tell(f.contentDocument.body.textContent), 100) })`,
  request: `const x = new XMLHttpRequest(); x.open('GET', 'none.json'); x.onloadend = () => tell(x.status, x.statusText); x.send()`,
}

const DOT = '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>'

const PAGE = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Platform</title></head><body><a href="#/found">Found</a><main></main><script>
  const cases = { ${Object.entries(CASES).map(([name, code]) => `'${name}': (tell, div) => { ${code} }`)} }
  const run = (name) => {
    const own = document.createElement('section')
    own.innerHTML = '<h2>' + name + '</h2><div></div>'
    document.querySelector('main').append(own)
    cases[name]((...words) => own.insertAdjacentHTML('beforeend', '<p>' + words.join() + '</p>'), own.querySelector('div'))
  }
  const state = location.hash.slice(2)
  if (state === 'together') { delete cases.unnamed; Object.keys(cases).forEach(run) }
  else if (state in cases) run(state)
</script></body></html>`

const FILES = {
  'index.html': PAGE,
  'data.json': '{"a":1}',
  'dot.css': 'p { margin: 0 }',
  'dot.svg': DOT,
}

test('pages are told what browsers tell them', async ({ page }, info) => {
  const folder = info.outputPath('site')
  writeApp({ files: FILES }, folder)
  // A page that opens others has them beside it, so it is one of its own.
  await expectSame(page, folder, { prefix: '#/', states: ['/together', '/unnamed'] })
})

// In a page that asks for one thing nothing else keeps the snapshot waiting.
test('a snapshot waits for each answer by itself', { tag: '@nightly' }, async ({ page }, info) => {
  const folder = info.outputPath('site')
  writeApp({ files: FILES }, folder)
  const states = Object.keys(CASES).map((name) => `/${name}`)
  await expectSame(page, folder, { prefix: '#/', states })
})
