/** A worker shows one page of an adopted site after the other. */

import { join } from 'node:path'
import { writeApp } from './apps.ts'
import { expect, test } from './fixtures.ts'

const page = (script: string) =>
  `<!doctype html><html><head><title>t</title></head><body><main></main>${script}</body></html>`

/** Says all that a page can find in its worker which another page may have left there. */
const LOOK = `<script>
var seen = []
const say = (name, value) => { let text; try { text = String(value()) } catch (error) { text = 'throws ' + error.name } seen.push(name + ': ' + text) }
const own = (name, object) => say(name, () => Reflect.ownKeys(object).filter((key) => typeof key === 'string' || Symbol.keyFor(key) !== undefined).map(String).sort().join())
own('window', globalThis)
for (const name of Object.getOwnPropertyNames(globalThis).filter((name) => /^[A-Z]/.test(name)).sort()) {
  let value
  try { value = globalThis[name] } catch { continue }
  if (typeof value !== 'function' && typeof value !== 'object') continue
  own(name, value)
  for (const key of Object.getOwnPropertyNames(value)) {
    const { value: method } = Object.getOwnPropertyDescriptor(value, key)
    if (typeof method === 'function') own(name + '.' + key, method)
  }
  if (!value.prototype) continue
  own(name + '.prototype', value.prototype)
  for (const [key, one] of Object.entries(Object.getOwnPropertyDescriptors(value.prototype))) {
    say(name + '#' + key, () => [typeof one.value, one.writable, one.configurable, one.enumerable])
    for (const method of [one.value, one.get, one.set]) if (typeof method === 'function') own(name + '#' + key + '()', method)
  }
}
for (const [name, object] of Object.entries({ document, navigator, history, location, screen, performance, crypto, localStorage, sessionStorage, customElements, console, fonts: document.fonts, style: document.body.style, classes: document.body.classList, root: document.documentElement, body: document.body, orientation: screen.orientation })) own('the ' + name, object)
say('count', () => typeof count)
say('late', () => typeof lateOne)
say('array', () => [1, 2].map((n) => n + 1).concat([3]).includes(3))
say('apply', () => Math.max.apply(null, [1, 2]))
say('json', () => JSON.stringify({ a: [1], d: new Date(0) }))
say('cookie', () => document.cookie)
say('storage', () => localStorage.length + sessionStorage.length)
say('element', () => customElements.get('x-left'))
say('mode', () => document.compatMode + document.childNodes.length + document.title)
say('attributes', () => document.documentElement.outerHTML.slice(0, 60) + document.body.getAttributeNames())
say('history', () => history.length + JSON.stringify(history.state) + location.href)
say('name', () => window.name + document.designMode + document.dir)
say('marks', () => performance.getEntries().length)
say('regexp', () => RegExp.$1)
say('random', () => Math.random() + crypto.randomUUID())
say('uuid', () => URL.createObjectURL(new Blob(['x'])))
say('timer', () => setTimeout(() => {}, 100000))
say('onload', () => window.onload + window.onerror + document.onclick + document.body.onclick)
say('shadow', () => document.body.shadowRoot)
say('selection', () => getSelection().rangeCount + document.activeElement.localName)
say('symbol', () => Object.prototype.toString.call(document) + document.hidden + innerWidth + scrollX)
say('limit', () => Error.stackTraceLimit + typeof Error.prepareStackTrace)
var events = 0
addEventListener('message', () => events++)
document.addEventListener('DOMContentLoaded', () => events++)
window.onload = () => {
  events += 10
  document.body.click()
  setTimeout(() => { document.querySelector('main').textContent = events + seen.join(' | ') }, 300)
}
document.body.onclick = () => { events += 100 }
</script>`

function differences(one: string, other: string): string[] {
  const [a, b] = [one, other].map((look) => new Set(look.split(' | ')))
  const missing = (from: typeof a, to: typeof a) =>
    [...(from ?? [])].filter((line) => !to?.has(line))
  return [...missing(a, b), ...missing(b, a)]
}

const LEFT: Readonly<Record<string, string>> = {
  globals: `<script>var count = 1; window.more = {}; globalThis.fetch = null; delete window.alert; function lateOne() {} window.innerWidth = 5
    Object.defineProperty(window, 'fixed', { value: 1, configurable: true }); window.name = 'left'; Symbol.for('x'); window[Symbol.for('left')] = 1</script>`,
  bindings:
    '<script>let lateOne = 1; const count = 2; class Kept {} \n function kept() { return count }</script><script>lateOne += 1; kept()</script>',
  builtIns: `<script>const { map } = Array.prototype; Array.prototype.map = function (...all) { return map.apply(this, all) }; Array.prototype.own = 1; Object.prototype.all = 1; delete Array.prototype.includes; const { stringify } = JSON; JSON.stringify = (...all) => stringify(...all);
    Math.max.mark = 1; Promise.prototype.then.mine = 2; const Before = Map; Map = class extends Before {}; Object.defineProperty(String.prototype, 'trim', { writable: false });
    Error.stackTraceLimit = 1; Error.prepareStackTrace = () => ''; Object.defineProperty(Array.prototype.push, 'name', { value: 'mine' }); /(left)/.exec('left')</script>`,
  frozen: '<script>Object.freeze(Array.prototype); Object.preventExtensions(document)</script>',
  dom: `<script>Element.prototype.mine = 1; Document.prototype.querySelectorAll = () => []; Node.prototype.appendChild = null; HTMLElement.prototype.click = () => {};
    Object.defineProperty(Element.prototype, 'innerHTML', { get: () => 'mine', configurable: true }); EventTarget.prototype.dispatchEvent = () => true
    document.body.style.mine = 1; document.body.classList.mine = 2; document.forms.mine = 1; document.querySelector.mark = 1; screen.orientation.mine = 1; navigator.mine = 1
    document.documentElement.lang = 'xx'; document.documentElement.setAttribute('data-left', ''); document.body.className = 'left'; document.designMode = 'on'</script>`,
  elements: `<script>customElements.define('x-left', class extends HTMLElement { connectedCallback() { this.textContent = 'left' } disconnectedCallback() { localStorage.left = 1; setTimeout(() => { document.title = 'left' }) } })
    document.body.append(document.createElement('x-left'))</script>`,
  timers: `<script>setInterval(() => { document.title = 'left'; window.count = 1 }, 5); setTimeout(() => { document.title = 'left' }, 50000); requestAnimationFrame(function again() { requestAnimationFrame(again) })
    Promise.resolve().then(function again() { setTimeout(() => Promise.resolve().then(again), 1) })</script>`,
  later: `<script>const { port1, port2 } = new MessageChannel(); port2.onmessage = () => { document.body.append('left'); port1.postMessage(1) }; port1.postMessage(1)
    AbortSignal.timeout(1500).onabort = () => { document.body.append('left') }; new FinalizationRegistry(() => { document.body.append('left') }).register({}, 1)
    Atomics.waitAsync?.(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1500)?.value?.then?.(() => { document.body.append('left') })</script>`,
  storage: `<script>localStorage.a = 1; sessionStorage.b = 2; document.cookie = 'c=3'; history.pushState({ d: 4 }, '', '#elsewhere'); history.pushState({ d: 5 }, '', '#left'); performance.mark('left')</script>`,
  listeners: `<script>for (const target of [window, document, document.body, document.documentElement, document.fonts, screen.orientation, performance, navigation])
      for (const type of ['click', 'load', 'message', 'DOMContentLoaded', 'hashchange']) target.addEventListener?.(type, () => { document.title = 'left ' + type; events = 7 })
    window.onload = () => {}; document.body.onclick = () => { document.title = 'left' }; document.body.setAttribute('onclick', 'document.title = 1'); window.onerror = () => true
    new MutationObserver(() => { if (document.title !== 'left') document.title = 'left' }).observe(document, { subtree: true, childList: true, attributes: true })
    new ResizeObserver(() => { document.title = 'left' }).observe(document.body)</script>`,
  shadow: `<script>document.body.attachShadow({ mode: 'open' }).innerHTML = 'left'; document.title = 'left'; scrollTo(5, 5); document.querySelector('main').tabIndex = 1; document.querySelector('main').focus(); getSelection().selectAllChildren(document.body)</script>`,
  prototypes: `<script>Object.setPrototypeOf(document, { __proto__: Object.getPrototypeOf(document), mine: 1 }); Object.setPrototypeOf(window, { __proto__: Object.getPrototypeOf(window), mine: 1 }); Object.getPrototypeOf(navigator).mine = 1; document.open = 1; document.readyState = 'left'</script>`,
  modules: `<script type="module">globalThis.count = 1; await 0; document.title = 'left'; setInterval(() => { document.title = 'left' }, 3); export const x = 1</script>`,
  frames: `<iframe srcdoc="<script>parent.count = 1; var inFrame = 1; setInterval(() => { parent.document.title = 'left' }, 5)</script>"></iframe>`,
}

/** The reason for which a page ends its worker: it changed something that cannot be taken back. */
const DUE: Readonly<Record<string, RegExp>> = {
  frozen: /a document that cannot be emptied/,
}

/**
 * The differences that a user would notice first: `npm test` checks these, the nightly run all of
 * them.
 */
const FIRST = ['bindings', 'elements', 'timers', 'storage']

for (const [changes, names, tag] of [
  ['bindings, elements, timers, storage', FIRST, []],
  ['all kinds', Object.keys(LEFT), ['@nightly']],
] as const) {
  test(
    `a page finds no change by an earlier page: ${changes}`,
    { tag: [...tag] },
    async ({ open }, info) => {
      // Each leaves something, reports its text, and is another document.
      const folder = info.outputPath('pages')
      const shown = (script: string) =>
        page(`<p></p><script>document.querySelector('p').textContent = 'shown'</script>${script}`)
      const files = names.map((name) => [`${name}/index.html`, shown(LEFT[name] ?? '')])
      writeApp({ files: { 'index.html': page(LOOK), ...Object.fromEntries(files) } }, folder)
      const paths = ['/', ...names.map((name) => `/${name}/`)]
      const pages = paths.map((path) => [path, { site: join(folder, path), states: '#' }])
      const { site, replaced } = await open(
        {},
        { pages: Object.fromEntries(pages), cache: { maxAge: 0 } },
      )
      const show = async (path: string, state = 'a') => {
        const target = `${path}?_escaped_fragment_=${state}`
        const answer = await site({ method: 'GET', target, headers: {} })
        expect(answer?.status, target).toBe(200)
        return String(answer?.body)
      }
      const first = await show('/')
      expect(first).toContain('111window: ')
      for (const name of names) {
        // Every worker that there is has shown it.
        await Promise.all(['1', '2'].map((state) => show(`/${name}/`, state)))
        for (const look of await Promise.all([show('/'), show('/')]))
          expect(differences(first, look), name).toEqual([])
        const ended = replaced.splice(0)
        if (!DUE[name]) expect(ended, name).toEqual([])
        for (const one of ended) expect(one, name).toMatch(DUE[name] as RegExp)
      }
      const all = await Promise.all(Array.from({ length: 2 * names.length }, () => show('/')))
      for (const look of all) expect(differences(first, look)).toEqual([])
    },
  )
}
