/**
 * The names of interfaces. In: a window. Out: each interface of the document's own specifications that Chromium has and happy-dom
 * does not is a name that code may ask for (`instanceof`) and that throws when it is constructed, as in a browser; what happy-dom
 * has without its name, by that name. Those that pages construct to do something stay absent where nothing does it, for pages to
 * notice, as all that reaches out of the thread does. Which are missing is asked of `@webref/idl` (test/server/names.spec.ts).
 * https://webidl.spec.whatwg.org/#dfn-interface-object
 * Additions: most of these names mean nothing without what they name.
 */
import type { InnerWindow } from '../internals.ts'

/** Of objects that no page makes. */
const OBJECTS =
  'SVGTextContentElement SVGAElement AbstractRange HTMLAllCollection HTMLFormControlsCollection DOMStringList DOMStringMap ' +
  'MediaError CanvasGradient CanvasPattern TextMetrics ImageBitmapRenderingContext OffscreenCanvasRenderingContext2D ' +
  'VisibilityStateEntry UserActivation Origin BarProp Navigation NavigationHistoryEntry NavigationTransition ' +
  'NavigationActivation NavigationPrecommitController NavigationDestination NotRestoredReasonDetails NotRestoredReasons Worklet ' +
  'External CSSPositionTryRule CSSPositionTryDescriptors CSSAnimation CSSTransition FontFaceSet CSSFunctionRule ' +
  'CSSFunctionDescriptors CSSFunctionDeclarations CSSPseudoElement CSSNumericValue CSSMathValue CSSNumericArray ' +
  'CSSTransformComponent CSSImageValue ViewTransitionTypeSet Viewport CaretPosition VisualViewport StyleSheet StyleSheetList ' +
  'CSSRuleList CSSMarginRule DOMRectList IdleDeadline ResizeObserverEntry ResizeObserverSize Scheduler TaskSignal TouchList ' +
  'AnimationEffect HighlightRegistry FragmentDirective PerformanceEventTiming EventCounts PerformanceElementTiming ' +
  'LargestContentfulPaint LayoutShift LayoutShiftAttribution PerformanceNavigationTiming PerformanceTimingConfidence ' +
  'PerformanceTiming PerformanceNavigation PerformancePaintTiming PerformanceServerTiming PerformanceLongTaskTiming ' +
  'TaskAttributionTiming PerformanceLongAnimationFrameTiming PerformanceScriptTiming'

/** Of elements: the parser makes them of another class. */
const ELEMENTS =
  'HTMLMarqueeElement HTMLFrameSetElement HTMLFrameElement HTMLDirectoryElement HTMLFontElement'

/** Events that libraries make and send, with what is theirs. */
const EVENTS: Readonly<Record<string, readonly string[]>> = {
  FormDataEvent: ['formData'],
  PromiseRejectionEvent: ['promise', 'reason'],
  CommandEvent: ['source', 'command'],
  AnimationPlaybackEvent: ['currentTime', 'timelineTime'],
  ContentVisibilityAutoStateChangeEvent: ['skipped'],
}

export function installInterfaces(window: InnerWindow): void {
  const { document, Event, HTMLElement, Element } = window
  const named = (name: string, value: unknown) => {
    if (name in window) return
    Object.defineProperty(window, name, { configurable: true, writable: true, value })
  }
  for (const [name, one] of Object.entries({
    DOMImplementation: document.implementation,
    DOMTokenList: document.documentElement.classList,
    MediaQueryList: window.matchMedia('all'),
  })) {
    named(name, Object.getPrototypeOf(one).constructor)
  }
  for (const name of OBJECTS.split(' ')) named(name, inert(name, Object))
  for (const name of ELEMENTS.split(' ')) named(name, inert(name, HTMLElement))
  named('MathMLElement', inert('MathMLElement', Element))
  for (const [name, own] of Object.entries(EVENTS)) {
    const { [name]: made } = {
      [name]: class extends Event {
        constructor(type: string, init: EventInit & Record<string, unknown> = {}) {
          super(type, init)
          for (const key of own) Object.defineProperty(this, key, { value: init[key] ?? null })
        }
      },
    }
    named(name, made)
  }
}

/** Said so that a compiler takes what follows for reachable: a derived class has to call `super`. */
const ILLEGAL: boolean = true

/** A class that nobody can construct. */
function inert(name: string, Super: abstract new () => object): unknown {
  const { [name]: made } = {
    [name]: class extends (Super as new () => object) {
      constructor() {
        if (ILLEGAL) throw new TypeError('Illegal constructor')
        super()
      }
    },
  } as Record<string, new () => object>
  Object.defineProperty((made as new () => object).prototype, Symbol.toStringTag, {
    configurable: true,
    value: name,
  })
  return made
}
