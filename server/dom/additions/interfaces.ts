/**
 * Adds interfaces that happy-dom lacks, for `instanceof`; most are only names, and constructors
 * throw. An addition; `install.ts` calls it. Constructors that pages use for an effect stay absent,
 * so that pages notice: test/server/names.spec.ts lists them.
 */
import { DOMRectList, SVGElementConfig, SVGTextContentElement } from '#happy-dom'
import { defineHidden, type InnerWindow } from '../internals.ts'
import {
  defineInterface,
  inertClass,
  installEventClasses,
  interfaceOf,
  isInterface,
  setBase,
  setClassString,
} from './interfaces/classes.ts'
import { installCollections, installListClasses } from './interfaces/collections.ts'

/** By base: objects that pages cannot create, elements that the parser makes by other classes. */
const INERT: Readonly<Record<string, string>> = {
  Object:
    'AbstractRange HTMLAllCollection DOMStringList MediaError CanvasGradient CanvasPattern TextMetrics ' +
    'ImageBitmapRenderingContext OffscreenCanvasRenderingContext2D UserActivation Origin BarProp ' +
    'NotRestoredReasonDetails NotRestoredReasons ' +
    'Worklet External CSSPseudoElement CSSNumericArray CSSTransformComponent ViewTransitionTypeSet Viewport CaretPosition ' +
    'IdleDeadline ResizeObserverEntry ResizeObserverSize Scheduler TouchList ' +
    'AnimationEffect HighlightRegistry FragmentDirective EventCounts LayoutShiftAttribution PerformanceTimingConfidence ' +
    'PerformanceTiming PerformanceNavigation PerformanceServerTiming',
  EventTarget: 'FontFaceSet VisualViewport',
  AbortSignal: 'TaskSignal',
  Animation: 'CSSAnimation CSSTransition',
  CSSRule: 'CSSFunctionDeclarations',
  CSSStyleDeclaration: 'CSSPositionTryDescriptors CSSFunctionDescriptors',
  CSSStyleValue: 'CSSNumericValue CSSImageValue',
  CSSNumericValue: 'CSSMathValue',
  PerformanceEntry:
    'VisibilityStateEntry PerformanceEventTiming PerformanceElementTiming LargestContentfulPaint LayoutShift ' +
    'PerformancePaintTiming PerformanceLongTaskTiming TaskAttributionTiming PerformanceLongAnimationFrameTiming ' +
    'PerformanceScriptTiming',
  PerformanceResourceTiming: 'PerformanceNavigationTiming',
  HTMLElement:
    'HTMLMarqueeElement HTMLFrameSetElement HTMLFrameElement HTMLDirectoryElement HTMLFontElement',
}

/** By their base in Chromium. */
const REBASED: Readonly<Record<string, string>> = {
  AbstractRange: 'Range',
  AnimationEffect: 'KeyframeEffect',
  CSSNumericValue: 'CSSUnitValue',
  CSSStyleValue: 'CSSKeywordValue',
  Event: 'ErrorEvent',
  MouseEvent: 'WheelEvent',
  SVGElement: 'SVGGradientElement SVGScriptElement',
}

/** https://webidl.spec.whatwg.org/#dfn-interface-object */
export function installInterfaces(window: InnerWindow): void {
  defineUnnamed(window)
  installListClasses(window)
  addElements(window)
  installEventClasses(window)
  for (const [from, names] of Object.entries(INERT)) {
    for (const name of names.split(' ')) {
      const Class = inertClass(name)
      if (from !== 'Object') setBase(interfaceOf(window, from), Class)
      defineInterface(window, name, Class)
    }
  }
  for (const [from, names] of Object.entries(REBASED)) {
    for (const name of names.split(' '))
      setBase(interfaceOf(window, from), interfaceOf(window, name))
  }
  setSingletonClasses(window)
  installCollections(window)
  includeNodeTargets(window)
  installFactories(window)
  installWindowClass(window)
  setClassStrings(window)
}

/** Classes that happy-dom has by another name or by none. */
function defineUnnamed(window: InnerWindow): void {
  const { document } = window
  const classOf = (object: object): unknown => Object.getPrototypeOf(object).constructor
  const Controls = 'HTMLFormControlCollection'
  const classes = {
    DOMImplementation: classOf(document.implementation),
    DOMRectList,
    DOMStringMap: classOf(document.documentElement.dataset),
    DOMTokenList: classOf(document.documentElement.classList),
    HTMLFormControlsCollection: Reflect.get(window, Controls),
    MediaQueryList: classOf(window.matchMedia('all')),
    SVGTextContentElement,
  }
  Reflect.deleteProperty(window, Controls)
  Object.assign(window, { MessagePort: globalThis.MessagePort })
  for (const [name, value] of Object.entries(classes)) defineInterface(window, name, value)
}

function addElements(window: InnerWindow): void {
  class SVGAElement extends window.SVGGraphicsElement {}
  class MathMLElement extends window.Element {}
  const style = Object.getOwnPropertyDescriptor(window.SVGElement.prototype, 'style')
  if (style) Object.defineProperty(MathMLElement.prototype, 'style', style)
  defineHidden(window, { SVGAElement, MathMLElement })
  Object.assign(SVGElementConfig, { a: { localName: 'a', className: 'SVGAElement' } })
}

function setSingletonClasses(window: InnerWindow): void {
  const objects = {
    FontFaceSet: window.document.fonts,
    VisualViewport: window.visualViewport,
  }
  for (const [name, object] of Object.entries(objects))
    if (object) Object.setPrototypeOf(object, interfaceOf(window, name).prototype)
}

/** Only in happy-dom do these have a `toString`. */
const WITHOUT_TO_STRING =
  'Node Element ShadowRoot Text Comment DocumentType NodeList HTMLCollection NamedNodeMap TimeRanges TextTrackList Navigator ' +
  'Plugin PluginArray MimeType MimeTypeArray'

function setClassStrings(window: InnerWindow): void {
  for (const [name, { value }] of Object.entries(Object.getOwnPropertyDescriptors(window))) {
    const isNodes = Object.getOwnPropertyDescriptor(globalThis, name)?.value === value
    if (isNodes || !isInterface(value) || !Object.hasOwn(value.prototype, 'constructor')) continue
    if (/^[A-Z]/.test(name) && value.prototype.constructor === value) setClassString(value, name)
  }
  for (const name of WITHOUT_TO_STRING.split(' '))
    Reflect.deleteProperty(interfaceOf(window, name).prototype, 'toString')
}

/** Each creates an element that is an instance of it. */
function installFactories(window: InnerWindow): void {
  const { document } = window
  function Image(width?: number, height?: number): HTMLImageElement {
    const image = document.createElement('img')
    if (width !== undefined) image.width = width
    if (height !== undefined) image.height = height
    return image
  }
  function Audio(source?: string): HTMLAudioElement {
    const audio = document.createElement('audio')
    audio.setAttribute('preload', 'auto')
    if (source !== undefined) audio.src = source
    return audio
  }
  function Option(
    text = '',
    value?: string,
    defaultSelected = false,
    selected = false,
  ): HTMLOptionElement {
    const option = document.createElement('option')
    option.text = text
    if (value !== undefined) option.value = value
    option.defaultSelected = defaultSelected
    if (selected) option.selected = true
    return option
  }
  const factories = { HTMLImageElement: Image, HTMLAudioElement: Audio, HTMLOptionElement: Option }
  for (const [element, factory] of Object.entries(factories)) {
    const { prototype } = interfaceOf(window, element)
    Object.defineProperty(factory, 'prototype', { value: prototype, writable: false })
    Object.assign(window, { [factory.name]: factory })
  }
}

/**
 * Makes the global object an instance of a `Window` without handlers, which happy-dom's has.
 * https://webidl.spec.whatwg.org/#global-prototype
 */
function installWindowClass(window: InnerWindow): void {
  const Window = inertClass('Window')
  const EventTarget = interfaceOf(window, 'EventTarget')
  setBase(EventTarget, Window)
  setClassString(Window, 'Window')
  const classString = { configurable: true, value: 'WindowProperties' }
  const properties = Object.create(EventTarget.prototype, { [Symbol.toStringTag]: classString })
  Object.setPrototypeOf(Window.prototype, properties)
  Object.assign(window, { Window })
  Reflect.deleteProperty(globalThis, Symbol.toStringTag)
  Object.setPrototypeOf(globalThis, Window.prototype)
}

/** Signals, ports and the clock are instances of Node's `EventTarget`. */
function includeNodeTargets({ EventTarget }: InnerWindow): void {
  const ofNode = Object.getPrototypeOf(AbortSignal.prototype)
  const ordinary = Function.prototype[Symbol.hasInstance]
  Object.defineProperty(EventTarget, Symbol.hasInstance, {
    configurable: true,
    value(this: unknown, value: unknown) {
      if (ordinary.call(this, value)) return true
      return this === EventTarget && Object.prototype.isPrototypeOf.call(ofNode, Object(value))
    },
  })
}
