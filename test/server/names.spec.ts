// The names of the platform: each interface that a window has by the specifications
// (`@webref/idl`), and that Chromium has, is there, or stays absent for the reason given here.
import { readFileSync } from 'node:fs'
import { expect, test } from '@playwright/test'
import { askThread, openBoth } from './engine.ts'
import { interfacesOfWindow } from './interface-names.ts'
import { expectListed } from './listed.ts'

/**
 * The specifications of the document itself. Those of other specifications reach out of the thread,
 * or need a device.
 */
const OWN =
  /^(?:dom|html|SVG|mathml-core|cssom|cssom-view|css-(?!typed-om).*|geometry|selectors|requestidlecallback|resize-observer|intersection-observer|scheduling-apis|scroll-to-text-fragment|touch-events|uievents|pointerevents|input-events|web-animations(?:-2)?|.*-timing|longtasks|long-animation-frames|layout-instability|largest-contentful-paint|xhr|FileAPI|url|webidl)$/

const NOTHING = 'nothing here does what a page that constructs it asks for'
const REASONS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    (
      'XSLTProcessor StaticRange FontFace FontFaceSetLoadEvent Highlight SnapEvent DOMQuad CloseWatcher Sanitizer ' +
      'TaskPriorityChangeEvent PageSwapEvent PageRevealEvent QuotaExceededError'
    )
      .split(' ')
      .map((name) => [name, NOTHING]),
  ),
  HTMLSelectedContentElement:
    'a copy of the option that is selected is made when markup is read, and not kept up',
  ...Object.fromEntries(
    (
      'Navigation NavigationHistoryEntry NavigationTransition NavigationActivation NavigationPrecommitController ' +
      'NavigationDestination NavigateEvent NavigationCurrentEntryChangeEvent'
    )
      .split(' ')
      .map((name) => [name, 'apps that do not find it use the history, which is there']),
  ),
  HTMLGeolocationElement: 'asks for a place',
}

const CONSTRUCTED =
  'AnimationTimeline BeforeUnloadEvent CDATASection CanvasRenderingContext2D CustomStateSet DOMImplementation DataTransferItem ' +
  'DataTransferItemList ElementInternals FileList IntersectionObserverEntry MediaQueryList MessagePort MimeType MimeTypeArray ' +
  'MutationRecord NamedNodeMap Navigator NodeIterator Plugin PluginArray Screen Storage TextEvent TreeWalker ValidityState ' +
  'ViewTransition XMLDocument XMLHttpRequestEventTarget XMLHttpRequestUpload XPathExpression XPathResult'

const LISTED: Readonly<Record<string, string>> = JSON.parse(
  readFileSync(new URL('../../server/diagnostics/missing-names.json', import.meta.url), 'utf8'),
)

test('every name in missing-names.json is missing', async () => {
  const listed = Object.fromEntries(
    Object.entries(LISTED).map(([owner, names]) => [owner, names.split(' ')]),
  )
  // If this fails: npx tsx test/generate/missing-names.ts
  expect(await askThread('engine/names.ts', 'lacking', listed)).toEqual(listed)
  expect(Object.values(listed).flat().length).toBeGreaterThan(800)
})

test('each name of the document exists, or is absent for a listed reason', async ({
  browser,
  page,
}) => {
  const [specs, { chromium, thread }] = await Promise.all([
    interfacesOfWindow(),
    openBoth(page, 'engine/names.ts'),
  ])
  const names = [...specs.keys()].sort()
  expect(names.length).toBeGreaterThan(900)
  const named = (all: readonly string[]) => all.map((name) => ({ name }))
  const isOwn = (name: string) => OWN.test(specs.get(name) ?? '')
  const missing = await thread.call<string[]>('missing', names)
  const unknown = new Set(await chromium.call<string[]>('missing', names))
  // Features that Chromium is about to drop may stay away.
  const lacking = missing.filter((name) => name in REASONS || (!unknown.has(name) && isOwn(name)))
  expectListed(browser.version(), named(lacking), Object.keys(REASONS))

  const shared = names.filter((name) => !missing.includes(name) && !unknown.has(name))
  const illegal = await chromium.call<string[]>('illegal', shared.filter(isOwn))
  expect(illegal.length).toBeGreaterThan(200)
  const constructed = await thread.call<string[]>('legal', illegal)
  await thread.close()
  expectListed(browser.version(), named(constructed), CONSTRUCTED.split(' '), () => false)
})
