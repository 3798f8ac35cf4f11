/** Scripts of a page run in a realm of their own, beside code of the worker. */

import { expect, test } from './fixtures.ts'

/** Each returns the way out that it found, or nothing. Code may wait. */
const TRIES: Readonly<Record<string, string>> = {
  globals: `return ['process', 'require', 'module', 'Buffer', 'global', 'setImmediate', '__dirname', 'exports'].filter((name) => name in window)`,
  'import in a script': `return reached(() => import('node:fs'))`,
  'import in a function': `return reached(() => new Function('return import("node:fs")')())`,
  'import in eval': `return reached(() => eval('import("node:fs")'))`,
  'import in a timer': `return new Promise((end) => { window.end = end; window.reached = reached; setTimeout('end(reached(() => import("node:fs")))') })`,
  'import in a handler': `return new Promise((end) => { window.end = end; window.reached = reached; const p = document.createElement('p'); p.setAttribute('onclick', 'end(reached(() => import("node:fs")))'); p.click() })`,
  'import in a module': `return new Promise((end) => { window.end = end; const s = document.createElement('script'); s.type = 'module'; s.text = 'import("node:fs").then(() => end("a module of Node"), () => end(""))'; document.body.append(s) })`,
  'a static import': `return new Promise((end) => { const s = document.createElement('script'); s.type = 'module'; s.text = 'import fs from "node:fs"; document.body.append("a module of Node")'; s.onerror = () => end(''); s.onload = () => end('a module of Node'); document.body.append(s) })`,
  constructors: `const made = [document.createElement, document.fonts.load, Object.getPrototypeOf(async () => {}).constructor, document.querySelectorAll('p')[Symbol.iterator]().next, Object.getPrototypeOf(setTimeout), HTMLElement, class extends HTMLElement {}, Object.getPrototypeOf(fetch('x')).then, new URL('http://x/').searchParams.entries().next, console.log]
    return made.map((one) => one.constructor('return this')()).filter((one) => one !== window && !(one instanceof Promise)).map(String)`,
  'the chain of prototypes': `const made = []; for (const one of [document, fetch, [].constructor, new Headers().entries(), (() => { try { new URL('//') } catch (e) { return e } })()]) for (let at = one; at; at = Object.getPrototypeOf(at)) { const C = at.constructor; if (typeof C === 'function') { try { made.push(C.constructor('return this')()) } catch {} } }
    return made.filter((one) => one !== window).map(String)`,
  'changed built-ins of the worker': `const at = [Object.getPrototypeOf(setTimeout), Object.getPrototypeOf(EventTarget.prototype), Object.getPrototypeOf(Object.getPrototypeOf(new Headers().entries()))]
    const kept = at.filter((one) => { for (const key of ['apply', 'call', 'hasOwnProperty', 'next', 'mine']) { try { one[key] = () => 'mine' } catch {} } return Object.hasOwn(one, 'mine') || at.some((own) => String(own.apply ?? '').includes('mine')) })
    return kept.map(String)`,
  'frames of the stack': `const seen = new Set()
    Error.prepareStackTrace = (error, sites) => { for (const site of sites) for (const one of [site.getThis?.(), site.getFunction?.()]) seen.add(one); return '' }
    const throws = () => new Error('x').stack
    class Own extends HTMLElement { connectedCallback() { throws() } }
    customElements.define('x-own', Own); document.body.append(new Own())
    document.body.addEventListener('x', throws); document.body.dispatchEvent(new Event('x'))
    try { document.createElement({ toString: throws }) } catch {}
    try { document.body.appendChild(null) } catch (error) { error.stack }
    await new Promise((end) => setTimeout(() => { throws(); end() }))
    Error.prepareStackTrace = undefined
    return [...seen].filter((one) => typeof one === 'function' && one.constructor('return this')() !== window || one?.versions).map(String)`,
  callers: `const seen = []; function look() { for (let at = look, n = 0; at && n < 20; n++) { try { at = at.caller } catch { break }; if (at) seen.push(at) } return 'p' }
    document.createElement({ toString: look }); document.body.addEventListener('y', look); document.body.dispatchEvent(new Event('y'))
    return seen.filter((one) => one.constructor('return this')() !== window).map(String)`,
  thenables: `const seen = []; const thenable = { then(...all) { seen.push(...all); all[0](1) } }
    class Then extends HTMLElement { async connectedCallback() { return thenable } get updateComplete() { return thenable } get isUpdatePending() { return seen.length < 9 } }
    customElements.define('x-then', Then); document.body.append(new Then())
    await Promise.race([fetch('x', { headers: thenable }), new Promise((end) => setTimeout(end, 20))])
    return seen.filter((one) => one.constructor('return this')() !== window).map(String)`,
  species: `const seen = []; class Own extends Promise { constructor(run) { super((...all) => { seen.push(...all, run); run(...all) }) } static get [Symbol.species]() { return Own } }
    Promise.prototype.then.constructor; const then = Promise.prototype.then; Promise.prototype.then = function (...all) { seen.push(...all); return then.apply(this, all) }
    await fetch('x'); await new Blob(['x']).text(); Promise.prototype.then = then
    return seen.filter((one) => typeof one === 'function' && one.constructor('return this')() !== window).map(String)`,
  proxies: `const seen = []; const all = new Proxy({}, { get: (_, key, self) => { seen.push(self); return undefined }, has: () => false, ownKeys: (own) => { seen.push(own); return [] } })
    const calls = [() => new Event('x', all), () => document.createElement('p', all), () => new MutationObserver(() => {}).observe(document, all), () => fetch('x', all).catch(() => {}), () => structuredClone(all), () => new URLSearchParams(all), () => new Headers(all), () => postMessage(all, '*'), () => document.body.animate(all), () => history.pushState(all, '')]
    for (const call of calls) { try { call() } catch (error) { seen.push(error) } }
    return seen.filter((one) => one.constructor?.constructor?.('return this')() !== window && one !== all).map(String)`,
}

/**
 * Visits every value that a page can reach by properties, prototypes and accessors, and reports the
 * paths that lead to Node.
 */
const WALK = `
  const found = [], seen = new Map([[window, 'window']]), left = [window]
  const isObject = (one) => (typeof one === 'object' && one !== null) || typeof one === 'function'
  const look = (one, path) => {
    if (one.versions?.v8) found.push('process: ' + path)
    if (one !== window && Object.getOwnPropertyDescriptor(one, 'process')) found.push('has process: ' + path)
    if (typeof one !== 'function') return
    let at
    try { at = one.name === 'Function' ? one('return this')() : one.constructor('return this')() } catch { return }
    if (isObject(at) && at !== window) found.push('compiles elsewhere: ' + path)
  }
  const add = (one, path) => { if (isObject(one) && !seen.has(one)) { seen.set(one, path); try { look(one, path) } catch {} left.push(one) } }
  const caught = (work) => { try { return work() } catch (error) { return error } }
  const roots = { element: document.createElement('p'), root: document.createElement('p').attachShadow({ mode: 'open' }), event: new CustomEvent('x'), list: document.querySelectorAll('*'), items: document.querySelectorAll('*').values(), range: document.createRange(), walker: document.createTreeWalker(document), request: new XMLHttpRequest(), promise: fetch('x'), blob: new Blob(['x']), url: new URL('http://x/'), entries: new URLSearchParams('a=1').entries(), headers: new Headers({ a: '1' }).entries(), abort: new AbortController(), channel: new MessageChannel(), stream: new Response('x').body, reader: new Response('x').body.getReader(), style: getComputedStyle(document.body), parsed: new DOMParser().parseFromString('<p>x', 'text/html'), made: document.implementation.createHTMLDocument(''), form: new FormData().entries(), observer: new MutationObserver(() => {}), query: matchMedia('all'), selection: getSelection(), thrown: caught(() => document.createElement('<')), node: caught(() => document.body.appendChild(null)), address: caught(() => new URL('//')), socket: new WebSocket('ws://x/'), worker: new Worker('x'), animation: document.body.animate([], 1), file: new FileReader(), canvas: document.createElement('canvas').getContext('2d'), sheet: new CSSStyleSheet(), marks: performance.getEntries(), through: new TransformStream() }
  for (const [name, one] of Object.entries(roots)) add(one, name)
  while (left.length > 0) {
    const at = left.pop(), path = seen.get(at)
    add(caught(() => Object.getPrototypeOf(at)), path + '.__proto__')
    for (const key of caught(() => Reflect.ownKeys(at)).slice?.(0, 5000) ?? []) {
      const own = caught(() => Object.getOwnPropertyDescriptor(at, key)), name = path + '.' + String(key)
      if (!own || own instanceof Error) continue
      for (const one of [own.value, own.get, own.set, own.get && caught(() => at[key])]) add(one, name)
    }
  }
  return [seen.size > 5000 ? '' : 'it has seen ' + seen.size, ...found.slice(0, 20)].filter(Boolean)`

const CASES = Object.entries({ ...TRIES, walk: WALK })
  .map(([name, code]) => `'${name}': async () => { ${code} }`)
  .join(',\n')

const PAGE = `<!doctype html><title>Escape</title><body><main></main><script>
  const tries = { ${CASES} }
  const reached = (load) => load().then((all) => 'a module: ' + Object.keys(all), () => '')
  const name = decodeURIComponent(location.hash.slice(3))
  Promise.resolve(tries[name]?.()).then((found) => 'Found: ' + [found].flat().filter(Boolean).join(', ') + '.', (error) => 'Failed: ' + error.stack).then((text) => {
    // The page may have broken its own document.
    location.href = '/found.html?' + encodeURIComponent(text)
  })
</script></body>`

test('scripts of a page reach no object of Node', async ({ open }) => {
  const { get, logOf } = await open({ 'index.html': PAGE })
  for (const name of [...Object.keys(TRIES), 'walk']) {
    const { headers } = await get(`/${name}`)
    const found = decodeURIComponent(String(headers.location).split('?')[1] ?? '')
    expect([name, found], logOf(`/${name}`)).toEqual([name, 'Found: .'])
  }
})
