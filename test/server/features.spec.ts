/**
 * The snapshot's DOM answers as Chromium does, but for what is listed here with its reason; what no longer differs must leave
 * the list. And each fix is needed: without it the checks named for it fail. When an upgrade of happy-dom makes one of these
 * pass, the fix can go.
 */
import { expect, test } from '@playwright/test'
import { bundle, openPage, openThread } from './engine.ts'

type Answers = Readonly<Record<string, string>>

const OUTSIDE = 'reaches out of the thread or keeps data, which a snapshot must not'
const LAYOUT = 'needs layout or painting'
const ABSENT = 'not built: no view has asked for it yet'

const DIFFERENT: Readonly<Record<string, string>> = {
  'document: an attribute selector that ignores case': 'happy-dom does not know the flag',
  'document: style, dataset, classList and others in the order they were set':
    'Chromium writes the style attribute last, when it is asked for; order says nothing',
  'document: innerText leaves out what is not shown': LAYOUT,
  'api: global Worker': OUTSIDE,
  'api: global indexedDB': OUTSIDE,
  'api: global caches': OUTSIDE,
  'api: global Notification': OUTSIDE,
  'api: global SharedWorker': OUTSIDE,
  'api: global speechSynthesis': OUTSIDE,
  'api: global Path2D': LAYOUT,
  'api: global Highlight': LAYOUT,
  'api: global trustedTypes': 'nothing here runs script, so there is nothing to guard',
  'api: global XPathEvaluator': ABSENT,
  'api: global Sanitizer': ABSENT,
  'api: document.evaluate': ABSENT,
  'api: document.execCommand': ABSENT,
  'api: document.createNSResolver': ABSENT,
  'api: element.setHTML': ABSENT,
  'api: element.computedStyleMap': LAYOUT,
  'api: element.ariaDescribedByElements': ABSENT,
  'api: XPath counts': ABSENT,
}

/** What fails without each fix. */
const NEEDED: Readonly<Record<string, readonly string[]>> = {
  connect: [
    'custom elements: append of a detached subtree: outer first',
    'custom elements: an event sent upwards from connectedCallback finds the parent listening',
  ],
  reactions: [
    'custom elements: replaceChildren: the new are in when the old hear that they are out',
  ],
  parser: ['custom elements: the content of a template is inert', 'lit: script and style with <'],
  upgrade: [
    'custom elements: upgrade in the document tells attributes and children',
    'custom elements: customElements.upgrade reaches detached trees',
    'custom elements: an exception in a constructor during innerHTML is reported',
    'custom elements: importNode upgrades before it returns',
    'custom elements: whenDefined gives the class',
  ],
  markup: [
    'document: insertAdjacentHTML keeps the order',
    'shadow: setHTMLUnsafe declares roots',
    'shadow: getHTML writes a closed root that is handed over',
  ],
  attributes: ['document: setAttribute changes the attribute that is there'],
  slots: [
    'shadow: assigned nodes, elements, slots',
    'shadow: slotchange comes once, in a microtask',
  ],
  events: [
    'shadow: a composed event is retargeted',
    'shadow: composedPath leaves closed roots out',
    'shadow: an event goes through slots',
  ],
  internals: ['custom elements: attachInternals in the constructor'],
  history: [
    'location: pushState and replaceState send no hashchange',
    'location: the hash setter sends popstate',
    'location: location.replace of a fragment makes no entry',
  ],
  base: ['location: <base> counts for links'],
  forms: ['document: the last of three options is selected by the parser'],
  names: [
    'document: createElement refuses what is no name',
    'document: the title is stripped and collapsed',
  ],
  reflect: ['document: reflected: global attributes', 'api: element.ariaLabel'],
  observers: ['api: IntersectionObserver calls back', 'api: ResizeObserver calls back'],
  absent: ['api: fonts are ready', 'api: moveBefore moves', 'api: reportError tells the window'],
}

test('the DOM answers as Chromium does', async ({ page }) => {
  const code = await bundle('engine/features.ts')
  const thread = await openThread(code)
  const chromium = await openPage(page, code)
  const theirs = await chromium.call<Answers>('run')
  const ours = await thread.call<Answers>('run')
  await thread.close()
  const different = Object.keys(theirs).filter((name) => ours[name] !== theirs[name])
  const unexpected = different.filter((name) => !(name in DIFFERENT))
  expect(unexpected.map((name) => ({ name, ours: ours[name], theirs: theirs[name] }))).toEqual([])
  expect(different.toSorted()).toEqual(Object.keys(DIFFERENT).toSorted())
  expect(Object.keys(theirs).length).toBeGreaterThanOrEqual(176)
  expect(different.length).toBeLessThanOrEqual(30)
})

test('every fix is needed', async ({ page }) => {
  test.setTimeout(60_000)
  const code = await bundle('engine/features.ts')
  const chromium = await openPage(page, code)
  const theirs = await chromium.call<Answers>('run', Object.values(NEEDED).flat())
  const alone = ['connect', 'reactions', 'parser', 'upgrade']
  // These do not rest on each other, so one thread can go without them all.
  const others = Object.keys(NEEDED).filter((fix) => !alone.includes(fix))
  const needless = await Promise.all(
    [...alone.map((fix) => [fix]), others].map(async (without) => {
      const names = without.flatMap((fix) => NEEDED[fix] ?? [])
      const thread = await openThread(code, without)
      const ours = await thread.call<Answers>('run', names)
      await thread.close()
      return names.filter((name) => ours[name] === theirs[name])
    }),
  )
  expect(needless.flat()).toEqual([])
})
