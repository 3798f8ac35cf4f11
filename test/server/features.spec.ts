// The snapshot's DOM behaves as Chromium does, except for the listed differences, each with its
// reason; a difference that is gone must leave the list.
import { readFileSync } from 'node:fs'
import { expect, test } from '@playwright/test'
import { askBoth, bundle, openPage, openThread } from './engine.ts'
import { differing, expectListed } from './listed.ts'

type Answers = Readonly<Record<string, string>>

const AS_WRITTEN = 'a shorthand that is kept whole has the words that were written'

const DIFFERENT: Readonly<Record<string, string>> = {
  'document: style, dataset, classList and others in the order they were set':
    'Chromium writes the style attribute last, when it is asked for; order says nothing',
  'style text: grid as text': AS_WRITTEN,
  'style text: offset as text': AS_WRITTEN,
  'style text: scroll-timeline as text': AS_WRITTEN,
  'conditions: media nonsense(': 'a function that is not closed is written closed',
  'xml: attributes by namespace': 'not built: no view has asked for it yet',
}

/**
 * What each fix is needed for: its defects, as a happy-dom may mend one of them. An addition is
 * needed as a whole.
 */
const NEEDED = `
selectors      document: an attribute selector that ignores case
connect        custom elements: append of a detached subtree: outer first
connect        custom elements: an event sent upwards from connectedCallback finds the parent listening
reactions      custom elements: replaceChildren: the new are in when the old hear that they are out
reactions      reaction order: append: an element that removes the next
parser         custom elements: the content of a template is inert, and its copies in the document are not
parser         lit: script and style with <
upgrade        custom elements: upgrade in the document tells attributes and children
upgrade        custom elements: customElements.upgrade reaches detached trees
upgrade        custom elements: importNode upgrades before it returns
upgrade        custom elements: whenDefined gives the class
markup         document: insertAdjacentHTML keeps the order
markup         parsing: setHTMLUnsafe
markup         shadow: getHTML writes a closed root that is handed over
tokens         document: taking a class away makes no attribute
attributes     document: setAttribute changes the attribute that is there
slots          shadow: assigned nodes, elements, slots
slots          shadow: slotchange comes once, in a microtask
events         shadow: a composed event is retargeted
events         shadow: composedPath leaves closed roots out
events         shadow: an event goes through slots
internals      controls: attachInternals in the constructor
history        location: two steps at once
history        location: the hash setter sends popstate, and hashchange later, once each
history        location: location.replace of a fragment makes no entry
base           location: <base> counts for links
forms          forms: the last of three options is selected by the parser
submission     opening: a form is asked to be submitted
formData       entry list: entries: a list of several options
requests       platform: blob: is fetched, and asked for
names          document: createElement refuses what is no name
title          document: the title is stripped and collapsed
observers      api: IntersectionObserver calls back
topLayer       opening: a popover tells that it opens and closes
activation     activation: a MouseEvent at an element in a button
events         dispatched: an event that was stopped before
smallMembers   commands: the screen has an orientation
editing        commands: which commands there are
reflect        commands: the class of an element of SVG has a base value
cookies        commands: a cookie without time to live is gone
scheduler      commands: tasks run by their priority
nodeChecks     errors: nodes that are not where they are looked for
conversions    text values: the text of an element
exceptionNames errors: custom elements that cannot be defined
exceptionNames errors: hosts of shadow trees
exceptionNames errors: names and tokens
traversal      changes: an iterator goes on when its node is removed
deepTrees      deep trees: text
tables         changes: a row comes where the last row is
mediaTypes     commands: which media are played
tables         changes: rows are in the order in which they are shown
records        changes: an observer is told once of nodes that come together
records        changes: an observer is told once of nodes that go for others
loads          events: an image tells that it is there
loads          frames: an empty frame has loaded when it is in the document
frames         frames: a frame has what srcdoc said before it came
frames         frames: a frame has the last of several texts, and tells once
frames         frames: a srcdoc that is taken away leaves an empty frame
fileReader     events: a file is read
inert          events: a socket that does not open fails
motion         events: an animation settles before it says that it ended
canvas         platform: a canvas measures text without failing
xmlNames       xml: feed
xmlNames       xml: a prefix that is declared later
xmlNames       xml: written: attributes of namespaces
cdata          platform: XML with CDATA
cdata          platform: CDATA is made
cdata          xml: instructions are made
declarations   styles: a style takes width:min(10px, 5vw)
computedStyle  styles: what styles are supported
innerText      inner text: read <p>a</p><p>b</p>
sheets         styles: a sheet counts rules that are new
declarations   style text: border with var()
declarations   style text: -webkit-transition as text
layout         styles: an element has the size that it declares
controlValues  form values: input of range value=5
controlValues  form values: a text area with elements
validity       validity: missing
formControls   controls: a control is told of its form
messages       cloning: a message to the window is a clone, and has ports
interfaces     interfaces: an element of MathML has a style
interfaces     interfaces: what makes images, sounds and options takes the elements for its own
xpath          platform: XPath finds elements
smallMembers   commands: namespaces are looked up
absent         api: fonts are ready
moveBefore     opening: an element that moves is not removed
commands       opening: a button with a command sends no form`
  .trim()
  .split('\n')
  .map((line) => {
    const [, fix = '', name = ''] = /^(\w+) +(.*)$/.exec(line) ?? []
    return { fix, name }
  })

/** Without a row in `NEEDED`. */
const WITHOUT_ROW: Readonly<Record<string, string>> = {
  insert: 'it changes no answer, and a page without it hangs, as other fixes rest on it',
}

/** The names of the installed parts, as a list of `server/dom` has them. */
const partsOf = (list: string): string[] => {
  const text = readFileSync(new URL(`../../server/dom/${list}`, import.meta.url), 'utf8')
  return [...text.matchAll(/^ {2}(\w+): install\w+,$/gm)].map(([, name = '']) => name)
}

// A page of its own: checks of the history count its entries, which end at 50.
test('the DOM returns the same results as Chromium', async ({ browser }) => {
  const page = await browser.newPage()
  const [ours, theirs] = await askBoth(page, 'engine/features.ts', 'run')
  expect(Object.keys(theirs).length).toBeGreaterThanOrEqual(450)
  expect(Object.keys(DIFFERENT).length).toBeLessThanOrEqual(30)
  expectListed(browser.version(), differing(ours, theirs), Object.keys(DIFFERENT))
  await page.close()
})

test('every fix and addition has a check that needs it, or a reason', () => {
  const fixes = [...partsOf('fixes/index.ts'), ...partsOf('additions/index.ts')]
  const rows = new Set(NEEDED.map(({ fix }) => fix))
  expect(fixes.length).toBeGreaterThan(40)
  expect(fixes.filter((name) => !rows.has(name))).toEqual(Object.keys(WITHOUT_ROW))
  const parts = new Set([...fixes, ...partsOf('install.ts'), ...partsOf('isolation/index.ts')])
  expect([...rows].filter((name) => !parts.has(name))).toEqual([])
})

test('every fix is needed', { tag: '@nightly' }, async ({ page }) => {
  const code = await bundle('engine/features.ts')
  const chromium = await openPage(page, code)
  const all = NEEDED.map(({ name }) => name)
  const theirs = await chromium.call<Answers>('run', all)
  const alone = ['connect', 'reactions', 'parser', 'upgrade']
  // These do not rest on each other, so one thread can go without them all.
  const others = new Set(NEEDED.map(({ fix }) => fix).filter((fix) => !alone.includes(fix)))
  const needless = await Promise.all(
    [...alone.map((fix) => [fix]), [...others]].map(async (without) => {
      const names = NEEDED.filter(({ fix }) => without.includes(fix)).map(({ name }) => name)
      const thread = await openThread(code, without)
      const ours = await thread.call<Answers>('run', names)
      await thread.close()
      return names.filter((name) => ours[name] === theirs[name])
    }),
  )
  expect(needless.flat()).toEqual([])
})
