/**
 * Handlers of the window: those that `<body>` has as attributes, those that scripts set, what they are told of errors. Each is asked in
 * Chromium and in a snapshot.
 */

import { test } from '@playwright/test'
import { writeApp } from './apps.ts'
import { expectSame } from './expect-same.ts'

/** What a page does while it is read, by its state. */
const READING: Readonly<Record<string, string>> = {
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
  reported: `reportError(new RangeError('told')); reportError('text')`,
  rejected: `addEventListener('unhandledrejection', (e) => note('heard', e.reason, e.promise instanceof Promise)); Promise.reject(new Error('no'))`,
  handled: `window.onunhandledrejection = () => note('never'); Promise.reject(1).catch(() => note('caught'))`,
  self: `addEventListener('resize', function (e) { note(this === window, e.target === window, e.currentTarget === window) }); dispatchEvent(new Event('resize'))`,
}

/** What it does when it is loaded. */
const LOADED: Readonly<Record<string, string>> = {
  thrown: `throw new TypeError('boom')`,
  listened: `addEventListener('error', (e) => note(e.message, e.error.message, e.constructor.name, e.lineno > 0)); nothing()`,
  counted: `window.onerror = function () { note(arguments.length, arguments[0], this === window); return true }; nothing()`,
  replaced: `document.body.onerror = (message) => note('new', message); throw 'text'`,
  moved: `location.hash = '/elsewhere'`,
  framed: `const f = document.createElement('iframe')
    f.srcdoc = "<script>addEventListener('load', () => top.note('listener')); onload = () => top.note('replaced')</scr" + "ipt><body onload='top.note(1)' onresize='top.note(event.type)'><script>addEventListener('load', () => top.note('late')); dispatchEvent(new Event('resize'))</scr" + "ipt>"
    document.querySelector('div').append(f)`,
}

const cases = (all: Readonly<Record<string, string>>) =>
  Object.entries(all).map(([name, code]) => `'${name}': () => { ${code} }`)

const PAGE = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Handlers</title><script>
  const said = []
  window.note = (...words) => { said.push(words.join()); show() }
  const show = () => { const main = document.querySelector('main'); if (main) main.innerHTML = said.map((one) => '<p>' + one.replace(/</g, '&lt;')).join('') }
  addEventListener('load', () => note('early'))
  onpageshow = () => note('replaced by the attribute')
</script></head><body id="own" onload="note('attribute', this === window, event.type, typeof own, typeof id)" onpageshow="note('shown')" onhashchange="note('at', location.hash)"
  onerror="note('error', [event, typeof source, typeof lineno, typeof colno, error && error.message]); return true" onresize="note('resize')" onfocus="note('focus')">
<a href="#/none">None</a><main></main><div></div><script>
  addEventListener('load', () => note('late'))
  note(typeof onload, onload === document.body.onload, typeof document.body.onerror, document.body.onscroll)
  const state = location.hash.slice(2)
  const reading = { ${cases(READING)} }, loaded = { ${cases(LOADED)} }
  reading[state]?.()
  addEventListener('pageshow', () => setTimeout(() => loaded[state]?.()))
</script></body></html>`

const ALL = [...Object.keys(READING), ...Object.keys(LOADED)]
/** Each way to set one, and each way in which an error comes to one. */
const FIRST = ['none', 'window', 'attribute', 'rejected', 'thrown', 'framed']
const OTHERS = ALL.filter((name) => !FIRST.includes(name))

for (const [what, names, tag] of [
  ['by whatever they were set', FIRST, []],
  ['however pages mix them', OTHERS, ['@nightly']],
] as const) {
  const title = `handlers of the window are called in their place, ${what}`
  test(title, { tag: [...tag] }, async ({ page }, info) => {
    const folder = info.outputPath('site')
    writeApp({ files: { 'index.html': PAGE } }, folder)
    await expectSame(page, folder, { prefix: '#/', states: names.map((name) => `/${name}`) })
  })
}
