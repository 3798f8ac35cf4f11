/**
 * Adds IntersectionObserver and ResizeObserver on the box model. They report once, then on
 * changes. For `additions/index.ts`.
 * happy-dom never calls back: capricorn86/happy-dom#109.
 */
import { SVG } from '../../html/names.ts'
import type { InnerWindow } from '../internals.ts'
import { perPage } from '../isolation/page-state.ts'
import { boxOf, onNextLayoutChange, rectsOf } from './layout/document-layout.ts'
import { type Rect, union } from './layout/rects.ts'
import { svgBoundingBox } from './layout/svg.ts'

/**
 * Rounds in which all targets count as visible: readers of the HTML do not scroll, and lists that
 * load at their end must end.
 */
const SCREENS = 8
/** Limit of rounds of a page: a callback may always change its targets. */
const MOST_ROUNDS = 100

const observing = perPage(() => ({
  observers: new Set<Pick<TargetObserver<object, unknown>, 'round'>>(),
  rounds: 0,
  scrolls: 0,
  isScheduled: false,
}))

function schedule(): void {
  const state = observing()
  if (state.isScheduled || state.rounds >= MOST_ROUNDS) return
  state.isScheduled = true
  setTimeout(() => {
    if (state !== observing()) return
    state.isScheduled = false
    state.rounds++
    let scrolled = false
    try {
      for (const observer of [...state.observers])
        if (observer.round(state.scrolls < SCREENS ? 'page' : 'screen')) scrolled = true
    } finally {
      if (scrolled) state.scrolls++
      if (state.observers.size > 0) onNextLayoutChange(schedule)
    }
  })
}

type Callback<Entry> = (entries: Entry[], observer: object) => void

interface Observation<Entry> {
  readonly entry: Entry
  /** A change of the key is reported. */
  readonly key: string
  /** Whether the target is visible, but below the first screen. */
  readonly scrolled: boolean
}

/** The part of the page that observers take for visible. */
type VisiblePart = 'screen' | 'page'

type Observe<Entry, Options> = (
  target: Element,
  options: Options | undefined,
  visible: VisiblePart,
) => Observation<Entry>

class TargetObserver<Entry, Options> {
  readonly #callback: Callback<Entry>
  readonly #options: Options | undefined
  readonly #observe: Observe<Entry, Options>
  readonly #targets = new Map<Element, string | undefined>()
  #entries: Entry[] = []

  constructor(
    callback: Callback<Entry>,
    options: Options | undefined,
    observe: Observe<Entry, Options>,
  ) {
    if (typeof callback !== 'function') throw new TypeError('The callback must be a function')
    this.#callback = callback
    this.#options = options
    this.#observe = observe
  }

  observe(target: Element): void {
    if (this.#targets.has(target)) return
    this.#targets.set(target, undefined)
    observing().observers.add(this)
    schedule()
  }

  unobserve(target: Element): void {
    this.#targets.delete(target)
    if (this.#targets.size === 0) observing().observers.delete(this)
  }

  disconnect(): void {
    this.#targets.clear()
    this.#entries = []
    observing().observers.delete(this)
  }

  takeRecords(): Entry[] {
    const entries = this.#entries
    this.#entries = []
    return entries
  }

  /** @returns Whether a target below the first screen was reported. */
  round(visible: VisiblePart): boolean {
    let scrolled = false
    for (const [target, key] of this.#targets) {
      const observation = this.#observe(target, this.#options, visible)
      if (observation.key === key) continue
      this.#targets.set(target, observation.key)
      this.#entries.push(observation.entry)
      scrolled ||= observation.scrolled
    }
    const entries = this.takeRecords()
    if (entries.length > 0) this.#callback.call(this, entries, this)
    return scrolled
  }
}

const NOWHERE: Rect = { x: 0, y: 0, width: 0, height: 0 }
const MARGIN = /^-?[.\d]+(?:px|%)$/

const rectIn = (window: InnerWindow, { x, y, width, height }: Rect) =>
  new window.DOMRectReadOnly(x, y, width, height)

function intersectionOf(
  window: InnerWindow,
  target: Element,
  options: IntersectionObserverInit | undefined,
  visible: VisiblePart,
): Observation<object> {
  const targetRect = union(rectsOf(target))
  const screen = { x: 0, y: 0, width: window.innerWidth, height: window.innerHeight }
  const root =
    options?.root instanceof window.Element ? (union(rectsOf(options.root)) ?? NOWHERE) : screen
  const onScreen =
    targetRect !== undefined && touches(targetRect, widened(root, options?.rootMargin))
  const isIntersecting = targetRect !== undefined && (onScreen || visible === 'page')
  const bounds = rectIn(window, targetRect ?? NOWHERE)
  const entry = {
    target,
    isIntersecting,
    intersectionRatio: isIntersecting ? 1 : 0,
    boundingClientRect: bounds,
    intersectionRect: isIntersecting ? bounds : rectIn(window, NOWHERE),
    rootBounds: rectIn(window, root),
    time: performance.now(),
  }
  return { entry, key: String(isIntersecting), scrolled: isIntersecting && !onScreen }
}

function sizeOf(window: InnerWindow, target: Element): Observation<object> {
  const { content, border } = boxesOf(target)
  const size = ({ width, height }: Rect) => [{ inlineSize: width, blockSize: height }]
  const entry = {
    target,
    contentRect: rectIn(window, content),
    borderBoxSize: size(border),
    contentBoxSize: size(content),
    devicePixelContentBoxSize: size(content),
  }
  return { entry, key: `${content.width} ${content.height}`, scrolled: false }
}

/** https://w3c.github.io/IntersectionObserver/ https://drafts.csswg.org/resize-observer/ */
export function installObservers(window: InnerWindow): void {
  class IntersectionObserver extends TargetObserver<object, IntersectionObserverInit> {
    readonly root: unknown
    readonly rootMargin: string
    readonly scrollMargin = '0px'
    readonly thresholds: readonly number[]
    constructor(callback: Callback<object>, options: IntersectionObserverInit = {}) {
      super(callback, options, (...args) => intersectionOf(window, ...args))
      const { root = null, rootMargin = '0px', threshold = 0 } = options
      this.root = root
      this.rootMargin = marginsOf(rootMargin)
      this.thresholds =
        Array.isArray(threshold) && threshold.length === 0 ? [0] : [threshold].flat()
    }
  }

  class ResizeObserver extends TargetObserver<object, undefined> {
    constructor(callback: Callback<object>) {
      super(callback, undefined, (target) => sizeOf(window, target))
    }
  }

  Object.assign(window, { IntersectionObserver, ResizeObserver })
}

function marginsOf(rootMargin: string): string {
  const values = rootMargin.trim().split(/\s+/)
  if (values.length > 4 || !values.every((part) => MARGIN.test(part) || part === '0')) {
    throw new SyntaxError(`rootMargin must be specified in pixels or percent: ${rootMargin}`)
  }
  const [top = '0px', right = top, bottom = top, left = right] = values.map((part) =>
    part === '0' ? '0px' : part,
  )
  return `${top} ${right} ${bottom} ${left}`
}

function widened({ x, y, width, height }: Rect, margin = '0px'): Rect {
  const [top = 0, right = 0, bottom = 0, left = 0] = marginsOf(margin)
    .split(' ')
    .map(
      (part, side) =>
        Number.parseFloat(part) * (part.endsWith('%') ? (side % 2 ? width : height) / 100 : 1),
    )
  return { x: x - left, y: y - top, width: width + left + right, height: height + top + bottom }
}

const touches = (rect: Rect, other: Rect): boolean =>
  rect.x <= other.x + other.width &&
  other.x <= rect.x + rect.width &&
  rect.y <= other.y + other.height &&
  other.y <= rect.y + rect.height

/** The content box is relative to the padding box. */
function boxesOf(target: Element): { content: Rect; border: Rect } {
  const box = boxOf(target)
  if (!box) {
    const isDrawn = target.namespaceURI === SVG && target.isConnected
    const drawing = (isDrawn && svgBoundingBox(target)) || NOWHERE
    return { content: drawing, border: drawing }
  }
  // Inline elements have no observable size.
  if (box.fragments) return { content: NOWHERE, border: NOWHERE }
  const { padding, width, height } = box
  const content = {
    x: padding.left,
    y: padding.top,
    width: box.contentWidth,
    height: Math.max(0, height - box.verticalEdges),
  }
  return { content, border: { x: 0, y: 0, width, height } }
}
