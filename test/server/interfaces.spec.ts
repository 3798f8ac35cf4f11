/** Interfaces and their objects are the same as in Chromium. */

import { expect, test } from '@playwright/test'
import { INTERFACES } from '#happy-dom'
import { ask, openBoth } from './engine.ts'
import { differing, expectListed } from './listed.ts'
import { flat } from './platform-gaps.ts'

type Answers = Readonly<Record<string, string>>

const NODES = 'is Node’s, as loaders hand it on to pages'
const ARRAY = 'happy-dom’s is an Array or a Set, and is read as one'
const DEAF = 'tells nobody anything, so it is no event target'
const INNER = 'shares a class with another, which pages see above it'
const SPECIFICATION = 'is what the specification says'
const WRAPPED =
  'is wrapped, so that what it makes is of the page; it is still what its objects are instances of'

/** Differences for these reasons in one version of Node or Chromium may be absent in another. */
const VERSIONED: ReadonlySet<string> = new Set([NODES, SPECIFICATION])

const CLASSES: Readonly<Record<string, readonly string[]>> = {
  [NODES]: ['FormData', 'MessageChannel', 'MessagePort', 'TextDecoderStream', 'TextEncoderStream'],
  [ARRAY]: ['CustomStateSet', 'DataTransferItemList', 'TextTrackCueList'],
  [DEAF]: ['Clipboard', 'OffscreenCanvas'],
  [INNER]: ['IntersectionObserver', 'NodeIterator', 'ResizeObserver', 'TreeWalker'],
  [SPECIFICATION]: ['CSSStyleRule', 'Range'],
  [WRAPPED]: ['PerformanceObserver', 'Request'],
}
const OBJECTS: Readonly<Record<string, readonly string[]>> = {
  [NODES]: [
    ...['performance', 'performance.timing', 'new FormData', 'the signal of a controller'],
    ...['new MessageChannel', 'a port of a channel'],
  ],
  [ARRAY]: ['the states of an element'],
  [DEAF]: ['navigator.clipboard'],
  [INNER]: [
    ...['TreeWalker', 'NodeIterator'],
    ...['new ResizeObserver', 'new IntersectionObserver'],
  ],
  [SPECIFICATION]: ['range', 'new Range', 'a rule of style'],
  'happy-dom lets anyone construct it': ['new BeforeUnloadEvent'],
}

/** Members whose kind is another, by reason and owner. */
const MEMBERS = {
  'counts no arguments: a call of it is to be fast, or it is an addition': {
    '.DOMMatrix': 'fromMatrix',
    '.DOMMatrixReadOnly': 'fromMatrix',
    '.DOMPoint': 'fromPoint',
    '.DOMPointReadOnly': 'fromPoint',
    '.DOMRect': 'fromRect',
    '.DOMRectReadOnly': 'fromRect',
    CSSGroupingRule: 'deleteRule insertRule',
    CSSStyleDeclaration: 'removeProperty setProperty',
    CSSStyleRule: 'deleteRule insertRule',
    CSSStyleSheet: 'deleteRule insertRule',
    CookieStore: 'get getAll set',
    DOMMatrix: 'multiplySelf preMultiplySelf',
    DOMMatrixReadOnly: 'multiply toFloat32Array toFloat64Array transformPoint',
    DOMPointReadOnly: 'matrixTransform',
    DOMTokenList: 'forEach replace toggle',
    Document: 'createElement createElementNS startViewTransition write',
    Element: 'checkVisibility scroll scrollBy scrollIntoView scrollTo setAttribute',
    ElementInternals: 'setValidity',
    EventTarget: 'addEventListener removeEventListener',
    HTMLElement: 'focus showPopover togglePopover',
    HTMLSelectElement: 'remove',
    HTMLSlotElement: 'assignedElements assignedNodes',
    IntersectionObserverEntry: 'constructor',
    MediaStreamTrack: 'applyConstraints',
    Node: 'getRootNode replaceChild',
    NodeList: 'forEach',
    ProcessingInstruction: 'constructor',
    RemotePlayback: 'watchAvailability',
  },
  'has no setter here': {
    CSSFontFeatureValuesRule: 'fontFamily',
    Document: 'body domain xmlStandalone xmlVersion',
    MathMLElement: 'style',
    RadioNodeList: 'value',
    SVGElement: 'style',
    ShadowRoot: 'fullscreenElement',
  },
  'is a value that pages can write over': {
    DataTransferItemList: 'length',
    Document:
      'fonts fullscreenElement pictureInPictureElement pictureInPictureEnabled pointerLockElement prerendering',
    Element: 'currentCSSZoom',
    HTMLVideoElement: 'videoHeight videoWidth',
    Screen: 'availLeft availTop isExtended',
    TextTrackCueList: 'length',
  },
  'has a setter here': { CSSFontFaceRule: 'style' },
  'is no function here': { window: 'NodeFilter' },
  'handles an event that does not come here': {
    Clipboard: 'onclipboardchange',
    Element: 'onwebkitfullscreenchange onwebkitfullscreenerror',
    HTMLElement:
      'oncontentvisibilityautostatechange onmousewheel onscrollsnapchange onscrollsnapchanging',
    MathMLElement:
      'oncontentvisibilityautostatechange onmousewheel onscrollsnapchange onscrollsnapchanging',
    MediaStream: 'onactive oninactive',
    SVGElement: 'oncontentvisibilityautostatechange',
  },
}

/** Members of Node's classes, of canvases, and of the geometry of SVG, which nothing here draws. */
const UNASKED =
  /^(?:(?:SubtleCrypto|Performance|MessagePort|ReadableStream|FormData|Canvas|OffscreenCanvas|Path2D|SVGA|SVGLength|SVGGeometry|SVGTextContent)|\.SVG)/

test('interfaces and objects have the same shape as in Chromium', async ({ browser, page }) => {
  const { chromium, thread } = await openBoth(page, 'engine/interfaces.ts')
  const sides = [thread, chromium]
  const named = await ask<Answers>(sides, 'interfaces', Object.keys(INTERFACES))
  const [ours = {}, theirs = {}] = named
  // An answer names only interfaces that both sides have: others are those of names.spec.ts.
  const shared = Object.keys(theirs).filter((name) => name in ours)
  const kinds = await ask<Answers>(sides, 'kinds', shared)
  await thread.close()
  for (const [[ours = {}, theirs = {}], reasons, least] of [
    [named, CLASSES, 400],
    [kinds, OBJECTS, 160],
  ] as const) {
    const different = differing(ours, theirs).filter((one) => one.ours !== undefined)
    const changing = Object.entries(reasons).flatMap(([why, all]) =>
      VERSIONED.has(why) ? all : [],
    )
    const isLasting = (name: string) => !changing.includes(name)
    expectListed(browser.version(), different, Object.values(reasons).flat(), isLasting)
    expect(Object.keys(theirs).filter((name) => name in ours).length).toBeGreaterThan(least)
  }
})

test('members of interfaces are of the same kind as in Chromium', async ({ browser, page }) => {
  const { chromium, thread } = await openBoth(page, 'engine/interfaces.ts')
  const all = await chromium.call<string[]>('members', Object.keys(INTERFACES))
  const [ours = {}, theirs = {}] = await ask<Answers>([thread, chromium], 'memberKinds', all)
  await thread.close()
  // The others that are missing are those of names.spec.ts.
  const different = differing(ours, theirs).filter(
    ({ name, ours }) => !UNASKED.test(name) && (ours !== 'missing' || / on[a-z]+$/.test(name)),
  )
  expect(all.length).toBeGreaterThan(4000)
  expectListed(browser.version(), different, flat(MEMBERS))
})
