/**
 * "Scroll to the fragment": an anchor leads where this browser leads by itself, whichever browser
 * it is.
 */
import { deepEqual, ok } from 'playwright-test/taps'
import { showAnchor } from '../../../src/dom/anchor.ts'
import { suite } from '../../run/suite.ts'

const test = suite('anchor')

const gap = '<div style="height:1500px"></div>'
const MARKUP = `<p id="first">First</p>${gap}
  <details id="closed"><summary id="summary"><b id="in-summary">Question</b></summary>
    <div><details><summary>More</summary><p id="deep">Answer</p></details></div></details>${gap}
  <div hidden="until-found"><p id="found">Found</p><details><summary>s</summary><p id="both">Both</p></details></div>${gap}
  <p><a name="named">Named</a> <i name="not a link">x</i></p>${gap}
  <p id="twice">an id</p>${gap}<a name="twice">and a name</a>${gap}
  <p id="caf\u00e9">Coffee</p>${gap}<p id="%E6%9D%B1">Written so</p>${gap}<p id="a b">Space</p>${gap}
  <p id="margin" style="scroll-margin-top:120px">Margin</p>${gap}
  <button id="button">Button</button>${gap}<p id='q"]\\'>Odd</p>${gap}
  <div id="wide" style="overflow:auto;height:100px"><div style="height:900px"></div><p id="inner">Inner</p>${gap}</div>
  <x-host><p id="slotted">Slotted</p></x-host>${gap}`

/**
 * Each fragment, and where the browser does not open elements that are hidden until found, those
 * that it can't show.
 */
const FRAGMENTS = [
  ...'first closed summary in-summary deep named twice caf\u00e9 %E6%9D%B1 margin button'.split(
    ' ',
  ),
  ...'inner slotted in-shadow nowhere top TOP'.split(' '),
  ...['', 'not a link', 'a b', 'q"]\\'],
]
const HIDDEN = 'onbeforematch' in document.createElement('p') ? ['found', 'both'] : []

/** Shows the page, scrolled away from its top, and returns its text after `go`. */
async function after(go: () => void): Promise<unknown> {
  const root = document.createElement('main')
  root.innerHTML = MARKUP
  const shadow = root.querySelector('x-host')?.attachShadow({ mode: 'open' })
  if (shadow)
    shadow.innerHTML = `<details><summary>s</summary><slot></slot><p id="in-shadow">Shadow</p></details>`
  document.body.append(root)
  window.scrollTo(0, 700)
  const matched: string[] = []
  root.addEventListener('beforematch', (event) => matched.push((event.target as Element).tagName))
  go()
  await new Promise((resolve) => setTimeout(resolve))
  const details = [...root.querySelectorAll('details'), shadow?.querySelector('details')]
  const focused = document.activeElement as HTMLElement
  const outcome = [
    ...[Math.round(window.scrollY), root.querySelector('#wide')?.scrollTop],
    ...[details.map((one) => one?.open), root.querySelectorAll('[hidden]').length, matched],
    focused.tabIndex >= 0 ? focused.id : '',
  ]
  root.remove()
  return outcome
}

for (const fragment of [...FRAGMENTS, ...HIDDEN]) {
  test(`${JSON.stringify(fragment)} leads where the browser leads`, async () => {
    const { href } = location
    // Another fragment first: the browser does not set out for one that is there.
    history.replaceState(null, '', '#elsewhere')
    const theirs = await after(() => {
      location.replace(`#${fragment}`)
    })
    history.replaceState(null, '', href)
    // An address gives the fragment decoded.
    deepEqual(await after(() => showAnchor(decodeURIComponent(fragment))), theirs)
  })
}

test('an element that a beforematch listener removes does not come back', async () => {
  const shown = await after(() => {
    document.addEventListener('beforematch', (event) => (event.target as Element).remove(), {
      once: true,
    })
    showAnchor('found')
  })
  ok(Array.isArray(shown) && shown[3] === 0)
})
