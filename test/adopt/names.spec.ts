/**
 * Names that pages use without asking whether they are there: elements by their names and ids, handlers in attributes, frames by
 * number, when the document was made. Each is asked in Chromium and in a snapshot.
 */

import { test } from '@playwright/test'
import { writeApp } from './apps.ts'
import { expectSame } from './expect-same.ts'

const MARKUP = `
<form name="search" id="s1"><input name="q" value="1"><input name="q" value="2"></form><form id="second"></form><form name="dup"></form><form name="dup"></form>
<img name="logo" alt=""><img name="pair" alt=""><img name="pair" alt=""><a name="anchor">an</a><embed name="emb"><iframe name="inner"></iframe><iframe></iframe>
<div id="twice">one</div><div id="twice">two</div><div id="single">s</div>
<button id="b1" onclick="note('b1 ' + this.id + ' ' + event.type)">B</button><button id="b2">B</button>
<p id="b3" onmouseover="note('over ' + typeof document)" onclick="note('p'); return false"><a href="#/never" id="link">in</a></p>
<form id="f3" onsubmit="note('submit ' + this.id); return false"><button id="sb" onclick="note(form.id + ' ' + typeof q2)">S</button><input id="q2" name="q2" onchange="note('change ' + value)"></form>
<button id="broken" onclick="note('x'">x</button>`

const SCRIPT = `
const lines = [], said = []
window.note = (text) => said.push(text)
const taken = () => said.splice(0).join()
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

test('names that pages use are there', async ({ page }, info) => {
  const folder = info.outputPath('site')
  const index = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Names</title></head><body>${MARKUP}<nav><a href="#/x">x</a></nav><main></main><script>${SCRIPT}</script><script>${SHOW}</script></body></html>`
  writeApp({ files: { 'index.html': index } }, folder)
  await expectSame(page, folder, { prefix: '#/', states: ['', '/x'] })
})
