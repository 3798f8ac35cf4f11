/**
 * Properties, methods and constructors of the interfaces of Web IDL convert values as in Chromium.
 */

import { expect, test } from '@playwright/test'
import { INTERFACES } from '#happy-dom'
import type { Method, Property } from '../fixtures/engine/attributes.ts'
import type { EventClass } from '../fixtures/engine/event-values.ts'
import { ask, askBoth, openBoth, type Side } from './engine.ts'
import { differing, expectListed } from './listed.ts'
import { flat } from './platform-gaps.ts'

type Answers = Readonly<Record<string, string>>

/** Each by reason and owner. */
const PROPERTIES = {
  'nothing is scrolled, played or selected here': {
    Element: 'scrollLeft scrollTop',
    HTMLInputElement: 'selectionDirection',
    HTMLMediaElement: 'defaultPlaybackRate playbackRate',
    HTMLTextAreaElement: 'selectionDirection',
    SVGSVGElement: 'currentScale',
  },
  'the words of autofill are not built': {
    HTMLInputElement: 'autocomplete',
    HTMLSelectElement: 'autocomplete',
    HTMLTextAreaElement: 'autocomplete',
  },
  'absent: server/diagnostics/missing-names.json has the reason': {
    Document: 'alinkColor bgColor designMode fgColor linkColor vlinkColor',
    HTMLIFrameElement: 'credentialless csp privateToken',
    HTMLMarqueeElement: 'loop',
    SVGAElement: 'referrerPolicy',
  },
  'only the parser knows whether the element was there before its attribute': {
    HTMLMediaElement: 'muted',
    HTMLScriptElement: 'async',
  },
  'null becomes the empty text in Chromium, and not by the specification': {
    HTMLScriptElement: 'referrerPolicy',
  },
  'Chromium writes the limited number': { HTMLProgressElement: 'value' },
  'happy-dom reads numbers of any size': { HTMLImageElement: 'height width' },
  'happy-dom has no setter': { Document: 'domain', RadioNodeList: 'value' },
  'keeps a value of any type here': {
    Animation: 'id playbackRate',
    DataTransfer: 'dropEffect effectAllowed',
    ElementInternals:
      'ariaActiveDescendantElement ariaControlsElements ariaDescribedByElements ariaDetailsElements ' +
      'ariaErrorMessageElements ariaFlowToElements ariaLabelledByElements',
    Window: 'name status',
    XMLHttpRequest: 'timeout withCredentials',
  },
}

const METHODS = {
  'functions of the window are not those of the table': {
    Window:
      'atob btoa cancelAnimationFrame cancelIdleCallback getComputedStyle matchMedia postMessage queueMicrotask reportError ' +
      'requestAnimationFrame requestIdleCallback resizeBy resizeTo setInterval setTimeout structuredClone',
  },
  'additions take the place of the methods that count': {
    Crypto: 'getRandomValues',
    FontFaceSet: 'add check delete',
    IntersectionObserver: 'observe unobserve',
    Navigator: 'sendBeacon',
    ResizeObserver: 'observe unobserve',
  },
}

const EVENTS = {
  'takes any value: the table has no converter of its type': {
    AnimationPlaybackEvent: 'currentTime timelineTime',
    AudioProcessingEvent: 'constructor inputBuffer outputBuffer playbackTime',
    CookieChangeEvent: 'changed deleted',
    DeviceMotionEvent: 'acceleration accelerationIncludingGravity rotationRate',
    GamepadEvent: 'gamepad',
    IDBVersionChangeEvent: 'newVersion oldVersion',
    MessageEvent: 'initMessageEvent ports source',
    OfflineAudioCompletionEvent: 'constructor renderedBuffer',
    PromiseRejectionEvent: 'promise',
    RTCDataChannelEvent: 'channel constructor',
    RTCPeerConnectionIceEvent: 'candidate',
    TouchEvent: 'changedTouches targetTouches touches',
    TrackEvent: 'track',
    UIEvent: 'sourceCapabilities view',
  },
  'is null by default here, and undefined in Chromium': {
    ErrorEvent: 'error',
    PromiseRejectionEvent: 'reason',
  },
  'is constructed here by anyone': {
    BeforeUnloadEvent: 'constructor returnValue',
    TextEvent: 'constructor data initTextEvent',
  },
  'is a number of another type in Chromium': {
    MouseEvent:
      'clientX clientY movementX movementY offsetX offsetY pageX pageY screenX screenY x y',
  },
  'Chromium derives or checks it': {
    InputEvent: 'inputType',
    KeyboardEvent: 'initKeyboardEvent',
    PointerEvent: 'altitudeAngle',
    UIEvent: 'which',
  },
}

/** Their messages are not Chromium's. */
const OF_NODE =
  /^(?:FormData|Headers|MessagePort|Performance|ReadableStream|TextEncoder|URLSearchParams) /

/** It keeps values as they are given: nothing is drawn. */
const CANVAS = /^CanvasRenderingContext2D /

/** By interface, the name of an object that both sides have. */
async function objectsOf(chromium: Side): Promise<Answers> {
  const found = await chromium.call<Answers>('instances')
  // The document of a constructor has no element to keep a title in.
  return { ...found, Document: 'a page of createHTMLDocument' }
}

test('properties convert values, and reflect attributes, as in Chromium', async ({
  browser,
  page,
}) => {
  const { chromium, thread } = await openBoth(page, 'engine/attributes.ts')
  const objects = await objectsOf(chromium)
  const properties: Property[] = Object.entries(INTERFACES).flatMap(
    ([name, { reflected = {}, attributes = {} }]) => {
      const { [name]: object } = objects
      if (object === undefined) return []
      const all = [
        ...Object.entries(reflected).map(([key, { attribute }]) => [key, attribute] as const),
        ...Object.keys(attributes).map((key) => [key, undefined] as const),
        // Of several types.
        ...(name === 'HTMLElement' ? [['hidden', 'hidden'] as const] : []),
      ]
      return all.map(([key, attribute = key.toLowerCase()]) => ({
        ...{ name: `${name} ${key}`, attribute, object },
      }))
    },
  )
  const sides = [thread, chromium]
  const [ours = {}, theirs = {}] = await ask<Answers>(sides, 'attributes', properties)
  await thread.close()
  expect(Object.keys(theirs).length).toBeGreaterThan(400)
  const different = differing(ours, theirs).filter(({ name }) => !CANVAS.test(name))
  expectListed(browser.version(), different, flat(PROPERTIES))
})

test('methods refuse missing arguments as in Chromium', async ({ browser, page }) => {
  const { chromium, thread } = await openBoth(page, 'engine/attributes.ts')
  const objects = await objectsOf(chromium)
  const methods: Method[] = Object.entries(INTERFACES).flatMap(([name, { methods = {} }]) => {
    const { [name]: object } = objects
    if (object === undefined) return []
    return Object.entries(methods).flatMap(([method, [least]]) =>
      least > 0 ? [{ name: `${name} ${method}`, object }] : [],
    )
  })
  const sides = [thread, chromium]
  const [ours = {}, theirs = {}] = await ask<Answers>(sides, 'withoutArguments', methods)
  await thread.close()
  expect(Object.keys(theirs).length).toBeGreaterThan(100)
  const different = differing(ours, theirs).filter(
    (one) => one.ours !== undefined && !OF_NODE.test(one.name),
  )
  expectListed(browser.version(), different, flat(METHODS))
})

test('events have the members that their constructors are given, as in Chromium', async ({
  browser,
  page,
}) => {
  const all: EventClass[] = Object.entries(INTERFACES).flatMap(([name, { event, init = [] }]) => {
    const members = Object.entries(event ?? {}).map(
      ([member, [type, , isRequired = false]]) => [member, type, isRequired] as const,
    )
    return event ? [{ name, members, init }] : []
  })
  const [ours, theirs] = await askBoth(page, 'engine/event-values.ts', 'events', all)
  expect(Object.keys(theirs).length).toBeGreaterThan(150)
  expectListed(browser.version(), differing(ours, theirs), flat(EVENTS))
})
