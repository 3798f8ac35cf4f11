// Requests that only an adopted page can make of the platform, each tried in Chromium and in a
// snapshot: requests that fail or are aborted, handlers of the window, names that pages use without
// checking for them.

import { page as pageOf } from './apps.ts'
import { functionsOf, statesOf, test } from './expect-same.ts'
import { expect } from './fixtures.ts'

type Cases = Readonly<Record<string, string>>

/** The requests of a page. If it makes one, nothing else keeps the snapshot waiting. */
const REQUESTS: Cases = {
  abandoned: `const own = new AbortController(); fetch('data.json', { signal: own.signal }).then((r) => r.text()).then(() => report('came'), (e) => report(e.name)); own.abort()`,
  late: `const own = new AbortController(); fetch('data.json', { signal: own.signal }).then((r) => r.json()).then((data) => { own.abort(); report(data.a, own.signal.aborted) })`,
  missing: `fetch('none.json').then(async (r) => report((await r.text()) !== '', r.ok, r.status, r.statusText))`,
  found: `fetch('data.json').then(async (r) => report(await r.text(), r.ok, r.status, r.statusText))`,
  closed: `fetch('https://elsewhere.invalid/').then(() => report('came'), (e) => report(e.name, e.message))`,
  request: `const x = new XMLHttpRequest(); x.open('GET', 'none.json'); x.onloadend = () => report(x.status, x.statusText); x.send()`,
  picture: `const next = ([one, ...more]) => { if (!one) return; const i = new Image(); const end = (e) => { report(one, e.type); next(more) }; i.onload = end; i.onerror = end; i.src = one; div.append(i) }; next(['dot.svg', 'none.svg', './dot.svg?again'])`,
  inline: `div.innerHTML = '<img src="none.png" onerror="this.onerror = null; this.src = \\'dot.svg\\'" onload="this.after(this.getAttribute(\\'src\\'))">'`,
  swapped: `const i = new Image(); i.onload = () => report('load', i.getAttribute('src')); i.onerror = () => report('error'); i.src = 'none.png'; i.src = 'dot.svg'`,
  lost: `const i = new Image(); i.onload = () => report('load'); i.onerror = () => report('error', i.getAttribute('src')); i.src = 'dot.svg'; i.src = 'none.png'`,
  object: `const next = ([type, ...more]) => { if (!type) return; const i = new Image(); const end = (e) => { report(type, e.type); next(more) }; i.onload = end; i.onerror = end; i.src = URL.createObjectURL(new Blob(['<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>'], { type })) }; next(['image/svg+xml', 'text/plain'])`,
  sheet: `const next = ([one, ...more]) => { if (!one) return; const l = document.createElement('link'); const end = (e) => { report(one, e.type); next(more) }; l.onload = end; l.onerror = end; l.rel = 'stylesheet'; l.href = one; document.head.append(l) }; next(['dot.css', 'none.css'])`,
  unnamed: `const f = document.createElement('iframe'); f.srcdoc = '<p>Mine</p>'; div.append(f); addEventListener('load', () => { open('data.json'); setTimeout(() => report(f.contentDocument.body.textContent), 100) })`,
}

const ENDS: Cases = {
  ...{ abandoned: 'AbortError', late: '1,true', missing: 'false,404,Not Found', found: '200,OK' },
  ...{ closed: 'TypeError', request: '404,Not Found', picture: './dot.svg?again,load' },
  ...{ inline: 'dot.svg', swapped: 'load,dot.svg', lost: 'error,none.png' },
  ...{ sheet: 'none.css,error', unnamed: 'Mine', object: 'text/plain,error' },
}

test('requests of a page end as in Chromium, and the snapshot waits for each', ({ expectSame }) =>
  expectSame({
    ...{ prefix: '#/', shows: statesOf(REQUESTS, ENDS) },
    files: {
      'index.html': pageOf(`<a href="#/found">Found</a><main></main><div></div><script>
        const cases = { ${functionsOf(REQUESTS)} }
        const div = document.querySelector('div')
        const report = (...words) => document.querySelector('main').insertAdjacentHTML('beforeend', '<p>' + words.join() + '</p>')
        cases[location.hash.slice(2)]?.()
      </script>`),
      'data.json': '{"a":1}',
      'dot.css': 'p { margin: 0 }',
      'dot.svg': '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>',
    },
  }))

const READING: Cases = {
  none: '',
  window: `window.onload = function (event) { note('of the window', this === window, event.type) }`,
  body: `document.body.onload = () => note('of the body')`,
  attribute: `document.body.setAttribute('onload', 'note("another")')`,
  removed: `document.body.removeAttribute('onload')`,
  null: `window.onload = null; note(document.body.onload)`,
  again: `onload = null; onload = () => note('again'); addEventListener('load', () => note('last'))`,
  made: `document.createElement('body').setAttribute('onload', 'note("of none")')`,
  parsed: `new DOMParser().parseFromString('<body onload="note(1)">', 'text/html'); document.implementation.createHTMLDocument('').body.setAttribute('onload', 'note(2)')`,
  broken: `document.body.onerror = () => note('no code'); document.body.setAttribute('onload', 'note('); note('set'); note(typeof onload)`,
  odd: `window.onhashchange = { handleEvent() {} }; document.body.onhashchange = 5; note(String(onhashchange))`,
  sent: `dispatchEvent(new Event('resize')); dispatchEvent(new Event('focus')); document.body.dispatchEvent(new Event('focus'))`,
  listener: `document.body.addEventListener('click', () => nothing()); document.body.click()`,
  rejected: `addEventListener('unhandledrejection', (e) => note('heard', e.reason, e.promise instanceof Promise)); Promise.reject(new Error('no'))`,
  handled: `window.onunhandledrejection = () => note('never'); Promise.reject(1).catch(() => note('caught'))`,
  self: `addEventListener('resize', function (e) { note(this === window, e.target === window, e.currentTarget === window) }); dispatchEvent(new Event('resize'))`,
}

const LOADED: Cases = {
  thrown: `throw new TypeError('boom')`,
  listened: `addEventListener('error', (e) => note(e.message, e.error.message, e.constructor.name, e.lineno > 0)); nothing()`,
  counted: `window.onerror = function () { note(arguments.length, arguments[0], this === window); return true }; nothing()`,
  replaced: `document.body.onerror = (message) => note('new', message); throw 'text'`,
  moved: `location.hash = '/elsewhere'`,
  framed: `const f = document.createElement('iframe')
    f.srcdoc = "<script>addEventListener('load', () => top.note('listener')); onload = () => top.note('replaced')</scr" + "ipt><body onload='top.note(1)' onresize='top.note(event.type)'><script>addEventListener('load', () => top.note('the last of the frame')); dispatchEvent(new Event('resize'))</scr" + "ipt>"
    document.querySelector('div').append(f)`,
}

const HANDLERS = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Handlers</title><script>
  const notes = []
  window.note = (...words) => { notes.push(words.join()); show() }
  const show = () => { const main = document.querySelector('main'); if (main) main.innerHTML = notes.map((one) => '<p>' + one.replace(/</g, '&lt;')).join('') }
  addEventListener('load', () => note('early'))
  onpageshow = () => note('replaced by the attribute')
</script></head><body id="own" onload="note('attribute', this === window, event.type, typeof own, typeof id)" onpageshow="note('shown')" onhashchange="note('at', location.hash)"
  onerror="note('error', [event, typeof source, typeof lineno, typeof colno, error && error.message]); return true" onresize="note('resize')" onfocus="note('focus')">
<a href="#/none">None</a><main></main><div></div><script>
  addEventListener('load', () => note('late'))
  note(typeof onload, onload === document.body.onload, typeof document.body.onerror, document.body.onscroll)
  const state = location.hash.slice(2)
  const reading = { ${functionsOf(READING)} }, loaded = { ${functionsOf(LOADED)} }
  reading[state]?.()
  addEventListener('pageshow', () => setTimeout(() => { if (state !== 'framed') setTimeout(() => note('end')); loaded[state]?.() }))
</script></body></html>`

test('handlers of the window run in the order of Chromium: attributes, properties and listeners', ({
  expectSame,
}) => {
  const last = { moved: 'at,#/elsewhere', framed: 'the last of the frame' }
  const shows = statesOf({ ...READING, ...LOADED }, last, 'end')
  return expectSame({ prefix: '#/', shows, files: { 'index.html': HANDLERS } })
})

const MOVES: Cases = {
  early: `const n = history.length; location.hash = '#/early/1'; report(history.length - n)`,
  pushed: `history.pushState(1, '', '#/pushed/1'); addEventListener('load', () => setTimeout(() => { history.back(); addEventListener('popstate', () => report(history.state)) }))`,
  // An app that takes the Navigation API where it is there.
  api: `const show = () => report('shown'); if ('navigation' in window) { navigation.addEventListener('navigate', (e) => e.intercept({ handler: async () => show() })); addEventListener('load', () => setTimeout(() => navigation.navigate('#/api/1', { history: 'replace' }))) } else { addEventListener('hashchange', show); addEventListener('load', () => setTimeout(() => location.replace('#/api/1'))) }`,
  link: `addEventListener('load', () => setTimeout(() => { next.href = '#/link/1'; next.click(); addEventListener('hashchange', () => { report('changed'); if (location.hash === '#/link/1') history.back() }) }))`,
}
const MOVED: Cases = {
  api: '#/api/1,shown',
  early: '#/early/1,0',
  pushed: '#/pushed,',
  link: '#/link,changed',
}

test('moves in the history lead a page to the same state as in Chromium', ({ expectSame }) =>
  expectSame({
    ...{ prefix: '#/', shows: statesOf(MOVES, MOVED) },
    files: {
      'index.html': pageOf(`<a href="#/early" id="next">Next</a><main></main><script>
        const cases = { ${functionsOf(MOVES)} }
        const report = (...words) => document.querySelector('main').insertAdjacentHTML('beforeend', '<p>' + [location.hash, ...words].join() + '</p>')
        cases[location.hash.slice(2)]?.()
      </script>`),
    },
  }))

const MARKUP = `
<form name="search" id="s1"><input name="q" value="1"><input name="q" value="2"></form><form id="second"></form><form name="dup"></form><form name="dup"></form>
<img name="logo" alt=""><img name="pair" alt=""><img name="pair" alt=""><a name="anchor">an</a><embed name="emb"><iframe name="inner"></iframe><iframe></iframe>
<p id="marked"></p><p id="toolbar"></p><p id="late"></p>
<div id="twice">one</div><div id="twice">two</div><div id="single">s</div>
<button id="b1" onclick="note('b1 ' + this.id + ' ' + event.type)">B</button><button id="b2">B</button>
<p id="b3" onmouseover="note('over ' + typeof document)" onclick="note('p'); return false"><a href="#/never" id="link">in</a></p>
<form id="f3" onsubmit="note('submit ' + this.id); return false"><button id="sb" onclick="note(form.id + ' ' + typeof q2)">S</button><input id="q2" name="q2" onchange="note('change ' + value)"></form>
<button id="broken" onclick="note('x'">x</button>`

const NAMES = `
var late
const lines = [], notes = []
window.note = (text) => notes.push(text)
const taken = () => notes.splice(0).join()
const check = (name, work) => { let value; try { value = work() } catch (error) { value = error.name } lines.push(name + ': ' + value) }
const named = (value) => value == null ? String(value) : value instanceof Element ? value.localName + '#' + (value.id || value.getAttribute('name')) : value.item ? 'list of ' + value.length : Object.prototype.toString.call(value)
check('window', () => Object.prototype.toString.call(window) + window + (window.window === window))
check('forms', () => [document.forms.search, document.forms['second'], document.forms.nothing, document.forms[0], document.forms.namedItem('search')].map(named))
check('document', () => [document.search, document.logo, document.pair, document.emb, document.dup, document.single, document.nothing, document.inner].map(named) + ('search' in document) + ('nothing' in document))
check('controls', () => named(document.search.q) + document.search.q.length)
check('anchors', () => document.anchors.length + named(document.anchors[0]))
check('modified', () => /^\\d\\d\\/\\d\\d\\/\\d{4} \\d\\d:\\d\\d:\\d\\d$/.test(document.lastModified))
check('now', () => performance.now() >= 0 && Math.abs(performance.timeOrigin + performance.now() - Date.now()) < 2000)
check('timing', () => performance.timing.navigationStart > 1e12 && performance.navigation.type)
check('frames', () => [length, frames === window, named(frames[0]), window[0] === document.querySelector('iframe').contentWindow, window[2], 0 in window, frames.inner === window[0], window.inner === window[0]])
check('ids', () => [window.twice, window.single, window.dup, window.logo, window.search, window.anchor, window.emb].map(named) + ('twice' in window) + twice[1].textContent)
check('variables', () => { const before = [typeof late, typeof nothing, 'marked' in window, Object.keys(window).includes('marked')]; marked = 5; return [before, typeof marked, window.toolbar === document.getElementById('toolbar'), isSecureContext, status] })
check('attribute', () => { b1.click(); b2.setAttribute('onclick', "note('b2 ' + (this === b2))"); b2.click(); b2.setAttribute('onclick', "note('again')"); b2.click(); b2.removeAttribute('onclick'); b2.click(); return taken() })
check('false forbids', () => { const before = location.hash; link.click(); return taken() + (location.hash === before) })
check('scope', () => { b3.dispatchEvent(new MouseEvent('mouseover')); sb.click(); q2.value = 'v'; q2.dispatchEvent(new Event('change')); return taken() })
check('property', () => { b2.setAttribute('onclick', "note('c')"); const kind = typeof b2.onclick; b2.onclick = function () { note('prop ' + (this === b2)); return false }; b2.click(); b2.onclick = null; b2.click(); return [kind, typeof b1.onclick, b1.onmouseover, taken()] })
check('markup', () => { single.innerHTML = '<b onclick="note(this.localName)">x</b>'; single.firstChild.click(); const made = document.createElement('i'); made.setAttribute('onclick', 'note(1)'); made.click(); made.cloneNode().click(); return taken() })
check('broken', () => { broken.click(); return typeof broken.onclick + taken() })
check('error', () => { const image = new Image(); image.setAttribute('onerror', "note('err')"); image.dispatchEvent(new Event('error')); return taken() })
check('order of attributes', () => {
  const made = (markup) => { const at = document.createElement('div'); at.innerHTML = markup; return at.firstChild }
  const on = (element, text, ...more) => element.addEventListener('click', () => note(text), ...more)
  const all = []
  const run = (element) => { element.click(); all.push(taken()) }
  const early = made('<b onclick="note(0)">x</b>'); on(early, 1); on(early, 2); run(early)
  early.setAttribute('onclick', 'note(3)'); on(early, 4); run(early)
  early.onclick = () => note(5); run(early)
  early.onclick = null; run(early); early.onclick = () => note(6); on(early, 7); run(early)
  const late = made('<b>x</b>'); on(late, 1); late.onclick = () => note(2); on(late, 3); run(late)
  late.removeAttribute('onclick'); run(late); late.setAttribute('onclick', 'note(4); event.stopImmediatePropagation()'); on(late, 5); on(late, 6, true); run(late)
  const gone = made('<b onclick="note(1); return false">x</b>'); on(gone, 2); gone.removeAttribute('onclick'); run(gone); gone.setAttribute('onclick', 'note(3)'); run(gone)
  const link = made('<a href="#/never" onclick="return false">x</a>'); link.addEventListener('click', (e) => note(e.defaultPrevented)); run(link)
  const odd = made('<b onclick="note(this.localName)">x</b>'); on(odd, 'once', { once: true }); run(odd); run(odd)
  return all.join('; ') + location.hash.includes('never')
})
const order = []
window.onfocus = () => order.push('property'); addEventListener('focus', () => order.push('listener')); document.onkeyup = () => order.push('key'); document.addEventListener('keyup', () => order.push('listened'))
check('order of the window', () => { window.dispatchEvent(new Event('focus')); window.onfocus = null; window.dispatchEvent(new Event('focus')); document.dispatchEvent(new Event('keyup')); return order.join() })
const kind = (value) => Object.prototype.toString.call(value).slice(8, -1) + (value?.length ?? '')
check('kinds', () => ['forms', 'images', 'links', 'anchors', 'scripts', 'embeds', 'plugins', 'dup', 'pair', 'children'].map((one) => kind(document[one])).join(' '))
check('lists', () => [document.getElementsByName('dup'), document.getElementsByTagName('form'), document.getElementsByClassName('none'), document.querySelectorAll('form'), window.dup, window.twice, document.search.elements, document.search.q, document.search.elements.q, f3.children].map(kind).join(' '))
check('items', () => [document.forms.namedItem('dup'), document.images.logo, document.images.namedItem('pair'), document.links.link, document.anchors.anchor, document.embeds.emb, document.forms.item(1), document.images['nothing'], document.getElementsByTagName('form').search, document.getElementsByTagName('form').namedItem('f3'), document.dup[1], document.dup.item(0), document.dup.namedItem('dup'), document.dup.dup].map(named).join(' '))
check('same', () => ['forms', 'images', 'links', 'anchors', 'scripts', 'embeds'].map((one) => document[one] === document[one]).join())
check('live', () => {
  const lists = [document.forms, document.images, document.links, document.anchors, document.scripts, document.getElementsByName('dup'), document.dup, window.dup]
  const before = lists.map((one) => one.length)
  const more = document.createElement('div')
  more.innerHTML = '<form name="dup"></form><img><a name="n" href="#">x</a><script><\\/script>'
  document.body.append(more)
  const during = lists.map((one) => one.length)
  more.remove()
  return [before, during, lists.map((one) => one.length)].join('; ')
})
check('keys', () => [Object.keys(document.forms).join(), Object.getOwnPropertyNames(document.forms).join(), 'search' in document.forms, 'nothing' in document.forms, 0 in document.images, [...document.images].length, document.forms.constructor.name].join(' '))
let written = 0
window.next = () => { written += 1; if (written < 40) document.write('<i>' + written + '</i><script>next()<\\/script>') }`

const SHOW = `next(); document.querySelector('main').innerHTML = lines.map((one) => '<p>' + one.replace(/</g, '&lt;') + '</p>').join('') + '<p>written ' + (written > 20 && written < 25) + '</p>'
  for (const one of document.querySelectorAll('iframe, i')) one.remove()`

test('named elements, inline handlers and live lists work as in Chromium', ({ expectSame }) => {
  const body = `${MARKUP}<nav><a href="#/x">x</a></nav><main></main><script>${NAMES}</script><script>${SHOW}</script>`
  const shows = { '/x': 'written true' }
  return expectSame({ prefix: '#/', shows, files: { 'index.html': pageOf(body) } })
})

/**
 * A page of two components that its HTML declares, one of which has a class, and of one that it
 * writes.
 */
const DECLARED = `<a href="#/read">Read</a>
<div id="host"><template shadowrootmode="open"><p>Before, <slot></slot>, after</p></template><span>light</span></div>
<x-own><template shadowrootmode="open"><p>Made by a server</p></template></x-own>
<script>document.write('<div><template shadowrootmode="closed"><p>Written</p></template></div>')</script><main></main><script>
  customElements.define('x-own', class extends HTMLElement {
    constructor() { super(); this.had = Boolean(this.attachInternals().shadowRoot) }
  })
  const host = document.querySelector('#host')
  const results = {
    read: () => [host.childElementCount, host.shadowRoot.querySelector('slot').assignedNodes().length],
    kept: () => [document.querySelector('x-own').had, document.querySelector('x-own').shadowRoot.textContent],
  }
  document.querySelector('main').textContent = results[location.hash.slice(2)]().join()
</script>`

test('declared shadow roots are content of a page and of its Markdown', async ({
  page,
  listen,
  open,
}) => {
  const { origin } = await listen((req, res) => site.all(req, res))
  const files = { 'index.html': pageOf(DECLARED) }
  const { site } = await open(files, { origin, states: '#/', readable: '/s/' })
  const parts = ['Before, light, after', 'Made by a server', 'Written']
  const results = { read: '1,1', kept: 'true,Made by a server' }
  for (const [state, last] of Object.entries(results)) {
    await page.goto(`${origin}/s/${state}`)
    const shown = await page.innerText('body')
    for (const part of [...parts, last]) expect(shown).toContain(part)
    await page.goto(`${origin}/#/${state}`)
    await expect(page.locator('main')).toHaveText(last)
  }
  const markdown = await fetch(`${origin}/s/read`, { headers: { accept: 'text/markdown' } })
  const text = await markdown.text()
  for (const part of parts) expect(text).toContain(part)
})

const RULES = Array.from({ length: 50 }, (_, n) => `.a${n} { top: ${n}px }`).join('\n')

test('a style element has its whole text at once, and one sheet', ({ expectSame }) =>
  expectSame({
    ...{ prefix: '#/', shows: { '': '50,1,1', other: '50,1,1' } },
    files: {
      'index.html': pageOf(`<a href="#/other">Other</a><main></main><script>
        const changes = []
        new MutationObserver((list) => changes.push(...list)).observe(document, { characterData: true, subtree: true })
      </script><style>${RULES}</style><style>.b { left: 0 }</style><script>
        const [first] = document.styleSheets
        document.write('<style>.c { top: 1px } .d')
        document.write(' { top: 2px }</style>')
        Promise.resolve().then(() => {
          const { length } = [...document.styleSheets].filter((sheet) => sheet === first)
          document.querySelector('main').textContent = [first.cssRules.length, changes.length, length].join()
        })
      </script>`),
    },
  }))
