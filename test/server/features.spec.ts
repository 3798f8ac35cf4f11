/**
 * The snapshot's DOM answers as Chromium does, but for what is listed here with its reason; what no longer differs must leave
 * the list. And each fix is needed: without it the checks named for it fail. When an upgrade of happy-dom makes one of these
 * pass, the fix can go.
 */
import { expect, test } from '@playwright/test'
import { bundle, openBoth, openPage, openThread } from './engine.ts'

type Answers = Readonly<Record<string, string>>

const OUTSIDE = 'reaches out of the thread or keeps data, which a snapshot must not'
const LAYOUT = 'needs layout or painting'
const ABSENT = 'not built: no view has asked for it yet'

const DIFFERENT: Readonly<Record<string, string>> = {
  'document: style, dataset, classList and others in the order they were set':
    'Chromium writes the style attribute last, when it is asked for; order says nothing',
  'document: innerText leaves out what is not shown': LAYOUT,
  'api: global indexedDB': OUTSIDE,
  'api: global caches': OUTSIDE,
  'api: global Notification': OUTSIDE,
  'api: global speechSynthesis': OUTSIDE,
  'api: global Highlight': LAYOUT,
  'api: global trustedTypes': 'nothing here runs script, so there is nothing to guard',
  'api: global Sanitizer': ABSENT,
  'api: element.setHTML': ABSENT,
  'api: element.computedStyleMap': LAYOUT,
  'api: element.ariaDescribedByElements': ABSENT,
}

/** What fails without each fix. */
const NEEDED: Readonly<Record<string, readonly string[]>> = {
  selectors: ['document: an attribute selector that ignores case'],
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
  reflect: [
    'document: reflected: global attributes',
    'document: reflected: a type that is undefined',
    'api: element.ariaLabel',
  ],
  observers: ['api: IntersectionObserver calls back', 'api: ResizeObserver calls back'],
  topLayer: [
    'api: a popover opens',
    'events: a popover tells that it opens and closes',
    'events: a dialog tells that it opens and closes',
    'events: details tell that they open',
  ],
  screen: ['api: the screen has an orientation'],
  editing: ['api: document.execCommand', 'api: which commands there are'],
  svgNames: ['api: the class of an element of SVG has a base value'],
  cookies: ['api: a cookie without time to live is gone'],
  scheduler: ['api: tasks run by their priority', 'api: a controller changes a priority'],
  nodeChecks: ['errors: nodes that are not where they are looked for'],
  conversions: [
    'text values: the text of an element',
    'text values: the inner text of an element',
    'text values: the title of the document',
    'text values: styles',
  ],
  exceptionNames: [
    'errors: custom elements that cannot be defined',
    'errors: hosts of shadow trees',
    'errors: names and tokens',
  ],
  tables: [
    'document: a row comes where the last row is',
    'document: rows are in the order in which they are shown',
  ],
  records: [
    'document: an observer is told once of nodes that come together',
    'document: an observer is told once of nodes that go for others',
  ],
  loads: ['events: an image tells that it is there', 'events: a frame tells that it is there'],
  frames: [
    'frames: a frame has what srcdoc said before it came',
    'frames: a frame has the last of several texts, and tells once',
    'frames: a srcdoc that is taken away leaves an empty frame',
  ],
  fileReader: ['events: a file is read'],
  channels: ['events: a socket that does not open fails'],
  motion: [
    'events: an animation settles before it says that it ended',
    'events: an animation commits its styles',
    'events: a transition of the style attribute ends',
    'events: a transition of a class ends',
    'events: an animation of a sheet ends',
  ],
  canvas: ['platform: a canvas measures text without failing'],
  cdata: ['platform: XML with CDATA', 'platform: CDATA is made', 'platform: CDATA is written'],
  cssValues: [
    'platform: a style takes width:min(10px, 5vw)',
    'platform: what styles are supported',
    'platform: a property is registered',
  ],
  computedStyle: [
    'api: getComputedStyle knows what is shown',
    'api: a computed style has initial values',
  ],
  formControls: [
    'platform: a control is told of its form',
    'platform: a control is told that it is disabled',
    'platform: a control is part of its form',
    'document: a control hears of a form outside of the document',
  ],
  inert: ['api: global Worker'],
  interfaces: [
    'interfaces: the document is a Document, the window a Window',
    'interfaces: an element of MathML has a style',
    'interfaces: what makes images, sounds and options takes the elements for its own',
    'interfaces: an event is of its own class alone',
  ],
  xpath: ['platform: XPath finds elements'],
  absent: [
    'api: fonts are ready',
    'api: moveBefore moves',
    'api: reportError tells the window',
    'api: document.images',
  ],
}

test('the DOM answers as Chromium does', async ({ page }) => {
  const { chromium, thread } = await openBoth(page, 'engine/features.ts')
  const [ours = {}, theirs = {}] = await Promise.all(
    [thread, chromium].map((side) => side.call<Answers>('run')),
  )
  await thread.close()
  const different = Object.keys(theirs).filter((name) => ours[name] !== theirs[name])
  const unexpected = different.filter((name) => !(name in DIFFERENT))
  expect(unexpected.map((name) => ({ name, ours: ours[name], theirs: theirs[name] }))).toEqual([])
  expect(different.toSorted()).toEqual(Object.keys(DIFFERENT).toSorted())
  expect(Object.keys(theirs).length).toBeGreaterThanOrEqual(320)
  expect(different.length).toBeLessThanOrEqual(30)
})

test('every fix is needed', { tag: '@nightly' }, async ({ page }) => {
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
