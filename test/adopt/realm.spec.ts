/** A page has a realm of its own, and the DOM is the worker's. */

import { test } from './expect-same.ts'

/** Values that are made, thrown or kept by the platform, by name. Code may wait. */
const DOORS: Readonly<Record<string, string>> = {
  fetch: `fetch('data.json')`,
  json: `(await fetch('data.json')).json()`,
  'json, parsed': `await (await fetch('data.json')).json()`,
  'json, within': `(await (await fetch('data.json')).json()).list`,
  text: `(await fetch('data.json')).text()`,
  bytes: `await (await fetch('data.json')).arrayBuffer()`,
  blob: `(await fetch('data.json')).blob()`,
  'wrong json': `(await fetch('index.html')).json()`,
  'no network': `fetch('https://elsewhere.invalid/')`,
  'read a stream': `(await fetch('data.json')).body.getReader().read()`,
  'part of a stream': `(await (await fetch('data.json')).body.getReader().read()).value`,
  'iterated stream': `(async () => { for await (const part of (await fetch('data.json')).body) return [part] })().then(([one]) => one)`,
  compiled: `await WebAssembly.instantiate(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0])).then(({ module }) => module instanceof WebAssembly.Module)`,
  'timed out': `await new Promise((end) => { const s = AbortSignal.timeout(5); s.onabort = () => end(s.reason.name) })`,
  'request json': `new Request('/', { method: 'POST', body: '[1]' }).json()`,
  'blob text': `new Blob(['x']).text()`,
  'blob bytes': `await new Blob(['x']).arrayBuffer()`,
  'xhr json': `await new Promise((end) => { const x = new XMLHttpRequest(); x.open('GET', 'data.json'); x.responseType = 'json'; x.onload = () => end([x.response]); x.send() }).then(([one]) => one)`,
  'xhr bytes': `await new Promise((end) => { const x = new XMLHttpRequest(); x.open('GET', 'data.json'); x.responseType = 'arraybuffer'; x.onload = () => end(x.response); x.send() })`,
  'file reader': `await new Promise((end) => { const r = new FileReader(); r.onload = () => end(r.result); r.readAsArrayBuffer(new Blob(['x'])) })`,
  'fonts ready': `document.fonts.ready`,
  'fonts load': `document.fonts.load('1px serif')`,
  animation: `document.body.animate([{ opacity: 0 }], 1).finished`,
  'animation ready': `document.body.animate([{ opacity: 0 }], 1).ready`,
  animations: `document.body.getAnimations()`,
  keyframes: `document.body.animate([{ opacity: 0 }, { opacity: 1 }], 1).effect.getKeyframes()`,
  'when defined': `customElements.whenDefined('x-never')`,
  import: `import('./module.js')`,
  'import, missing': `import('./none.js')`,
  'json module': `(await import('./data.json', { with: { type: 'json' } })).default`,
  path: `(() => { let path; document.body.addEventListener('x', (event) => { path = event.composedPath() }, { once: true }); document.body.dispatchEvent(new Event('x')); return path })()`,
  'attribute names': `document.body.getAttributeNames()`,
  records: `await new Promise((end) => { new MutationObserver(end).observe(document.body, { attributes: true }); document.body.lang = 'de' })`,
  'taken records': `(() => { const o = new MutationObserver(() => {}); o.observe(document.body, { attributes: true }); document.body.lang = 'en'; return o.takeRecords() })()`,
  resized: `await new Promise((end) => new ResizeObserver(end).observe(document.body))`,
  intersections: `await new Promise((end) => new IntersectionObserver(end).observe(document.body))`,
  marks: `(performance.mark('m'), performance.getEntriesByType('mark'))`,
  'observed marks': `await new Promise((end) => { new PerformanceObserver((list) => end(list.getEntries())).observe({ entryTypes: ['mark'] }); performance.mark('n') })`,
  'detail of a mark': `performance.mark('d', { detail: { a: [1] } }).detail`,
  'history state': `(history.replaceState({ a: [1], d: new Date(0), m: new Map([[1, {}]]) }, ''), history.state)`,
  'within a state': `history.state.a`,
  'date of a state': `history.state.d`,
  clone: `structuredClone({ a: 1 })`,
  'clone of an array': `structuredClone([1])`,
  'clone within': `structuredClone({ a: [{ b: new Map() }] }).a[0].b`,
  'clone of an error': `structuredClone(new RangeError('x'))`,
  'clone of bytes': `structuredClone(new Uint8Array([1, 2]))`,
  'posted message': `await new Promise((end) => { addEventListener('message', (event) => end([event.data]), { once: true }); postMessage({ a: 1 }, '*') }).then(([one]) => one)`,
  'message of a port': `await new Promise((end) => { const { port1, port2 } = new MessageChannel(); port2.onmessage = (event) => { end([event.data]); port1.close() }; port1.postMessage({ a: [1] }) }).then(([one]) => one)`,
  'broadcast message': `await new Promise((end) => { const a = new BroadcastChannel('c'), b = new BroadcastChannel('c'); b.onmessage = (event) => { end([event.data]); a.close(); b.close() }; a.postMessage([1]) }).then(([one]) => one)`,
  detail: `(() => { const own = { a: 1 }; const event = new CustomEvent('x', { detail: own }); return [event.detail === own, event.detail] })()[1]`,
  random: `crypto.getRandomValues(new Uint8Array(2))`,
  digest: `crypto.subtle.digest('SHA-1', new Uint8Array(1))`,
  encoded: `new TextEncoder().encode('x')`,
  'encoded into': `new TextEncoder().encodeInto('x', new Uint8Array(2))`,
  'picture data': `new ImageData(1, 1).data`,
  'form entries': `new FormData(document.forms[0]).getAll('a')`,
  'query values': `new URLSearchParams('a=1').getAll('a')`,
  'rectangle as json': `new DOMRect(1, 2, 3, 4).toJSON()`,
  matrix: `new DOMMatrix().toFloat32Array()`,
  languages: `navigator.languages`,
  permissions: `navigator.permissions.query({ name: 'geolocation' })`,
  decoded: `Object.assign(new Image(), { src: 'data:,' }).decode()`,
  'assigned nodes': `document.createElement('slot').assignedNodes()`,
  'at a point': `document.elementsFromPoint(1, 1)`,
  'date of a field': `(() => { const i = document.createElement('input'); i.type = 'date'; i.value = '2020-01-02'; return i.valueAsDate })()`,
  'stream parts': `new Response('x').body.tee()`,
  sheet: `new CSSStyleSheet().replace('a {}')`,
  task: `globalThis.scheduler.postTask(() => 1)`,
  wasm: `WebAssembly.compile(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]))`,
  element: `document.createElement('p')`,
  'the document': `document`,
  'the window': `window`,
  location: `location`,
  navigator: `navigator`,
  'list of nodes': `document.querySelectorAll('p')`,
  'data of an element': `document.body.dataset`,
  function: `document.createElement`,
  'a class': `HTMLElement`,
  timer: `setTimeout`,
  url: `new URL('/', location.href)`,
  'reason of an abort': `AbortSignal.abort().reason`,
}

const THROWN: Readonly<Record<string, string>> = {
  'wrong node': `document.body.appendChild(null)`,
  'wrong address': `new URL('//')`,
  'wrong selector': `document.querySelector('<')`,
  'wrong name': `document.createElement('<')`,
  'wrong json': `await (await fetch('index.html')).json()`,
  'no network': `await fetch('https://elsewhere.invalid/')`,
  'missing module': `await import('./none.js')`,
  'bare module': `await import('bare')`,
  'broken module': `await import('./broken.js')`,
  'broken code': `new Function('(')`,
  'no class': `new HTMLElement()`,
  'wrong bytes': `atob('*')`,
  'a function that cannot be cloned': `structuredClone(() => {})`,
  'used body': `(() => { const r = new Response('x'); return Promise.all([r.text(), r.text()]) })()`,
}

const PAGE = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Realm</title></head><body id="b"><a href="/#/a">A</a><form><input name="a" value="1"></form><pre></pre><script type="module">
  const lines = []
  const CLASSES = ['Object', 'Function', 'Array', 'Promise', 'Error', 'TypeError', 'SyntaxError', 'Date', 'RegExp', 'Map', 'ArrayBuffer', 'Uint8Array']
  const kind = (value) => {
    if (typeof value !== 'object' && typeof value !== 'function') return typeof value
    const of = CLASSES.filter((name) => value instanceof globalThis[name])
    const prototype = Object.getPrototypeOf(value)
    // Functions of the platform have a Function.prototype of their own.
    const own = typeof value === 'object' && !(value instanceof Error) && CLASSES.find((name) => prototype === globalThis[name].prototype)
    const made = CLASSES.find((name) => value.constructor === globalThis[name])
    return [of.join('+'), own, made, Array.isArray(value), Object.prototype.toString.call(value)].join(' ')
  }
  const say = async (name, work) => {
    let value
    try { value = work() } catch (error) { value = error; name += ' throws' }
    lines.push(name + ': ' + kind(value))
    if (value instanceof Promise) value.catch(() => {})
  }
  const settle = async (name, work) => {
    try { await work(); lines.push(name + ': came') } catch (error) { lines.push(name + ': ' + kind(error)) }
  }
  const within = (work) => Promise.race([work, new Promise((end) => setTimeout(() => end(['nothing came']), 3000))])
  DOORS
  document.querySelector('pre').textContent = lines.join('\\n') + '\\nend'
</script></body></html>`

const codeOf = (name: string, code: string): string =>
  `try { const value = await within((async () => [${code}])()); say(${JSON.stringify(name)}, () => value[0]) } catch (error) { lines.push(${JSON.stringify(name)} + ' rejects: ' + kind(error)) }`

const CODE = [
  ...Object.entries(DOORS).map(([name, code]) => codeOf(name, code)),
  ...Object.entries(THROWN).map(
    ([name, code]) =>
      `await settle(${JSON.stringify(`thrown: ${name}`)}, async () => { ${code.startsWith('await') ? code : `await (${code})`} })`,
  ),
].join('\n')

test('values of the DOM are of the realm of the page, as in Chromium', ({ expectSame }) =>
  expectSame({
    prefix: '#/',
    shows: { '/a': 'end' },
    files: {
      'index.html': PAGE.replace('DOORS', () => CODE),
      'data.json': '{"a":1,"list":[{"b":null}]}',
      'module.js': 'export const a = 1',
      'broken.js': 'const (',
    },
  }))
