/**
 * Adds IntersectionObserver and ResizeObserver on the box model. They report once, then on changes.
 * https://w3c.github.io/IntersectionObserver/ https://drafts.csswg.org/resize-observer/
 * Readers of a snapshot do not scroll. So targets below the first screen count as visible, in up to
 * SCREENS rounds: endless lists grow that often, and lazy content appears.
 * happy-dom never calls back: capricorn86/happy-dom#109.
 */
import type { InnerWindow } from '../internals.ts'
import { boxOf, onNextLayoutChange, rectsOf, union } from './layout/document-layout.ts'
import type { Rect } from './layout/layout-tree.ts'
import { svgBoundingBox } from './layout/svg.ts'

/** Rounds in which targets below the first screen count as visible. */
const SCREENS = 8
/** Limit per page: a callback may always change its targets. */
const MOST_ROUNDS = 100

interface Observer {
  readonly isWaiting: boolean
  /** @returns Whether a target below the first screen was visible. */
  round(seesAll: boolean): boolean
}

let observers = new Set<Observer>()
let rounds = 0
let scrolls = 0
let scheduled = false

export function forgetObservers(): void {
  observers = new Set()
  rounds = 0
  scrolls = 0
  scheduled = false
}

function schedule(): void {
  if (scheduled || rounds >= MOST_ROUNDS) return
  scheduled = true
  const mine = observers
  setTimeout(() => {
    if (mine !== observers) return
    scheduled = false
    rounds++
    const before = [...observers]
    let scrolled = false
    try {
      for (const observer of before) if (observer.round(scrolls < SCREENS)) scrolled = true
    } finally {
      if (scrolled) scrolls++
      if (observers.size > 0) onNextLayoutChange(schedule)
    }
  })
}

type Report<Entry> = (entries: Entry[], observer: object) => void

interface Seen<Entry> {
  readonly entry: Entry
  readonly key: string
  readonly scrolled: boolean
}

function observer<Entry, Options>(
  look: (
    target: Element,
    options: Options | undefined,
    seesAll: boolean,
  ) => Seen<Entry> | undefined,
) {
  return class implements Observer {
    readonly #report: Report<Entry>
    readonly #options: Options | undefined
    readonly #targets = new Map<Element, string | undefined>()
    #entries: Entry[] = []

    constructor(report: Report<Entry>, options?: Options) {
      if (typeof report !== 'function') throw new TypeError('The callback must be a function')
      this.#report = report
      this.#options = options
    }

    get isWaiting(): boolean {
      return this.#targets.size > 0
    }

    observe(target: Element): void {
      if (this.#targets.has(target)) return
      this.#targets.set(target, undefined)
      observers.add(this)
      schedule()
    }

    unobserve(target: Element): void {
      this.#targets.delete(target)
      if (!this.isWaiting) observers.delete(this)
    }

    disconnect(): void {
      this.#targets.clear()
      this.#entries = []
      observers.delete(this)
    }

    takeRecords(): Entry[] {
      const entries = this.#entries
      this.#entries = []
      return entries
    }

    round(seesAll: boolean): boolean {
      let scrolled = false
      for (const [target, known] of this.#targets) {
        const seen = look(target, this.#options, seesAll)
        if (!seen || seen.key === known) continue
        this.#targets.set(target, seen.key)
        this.#entries.push(seen.entry)
        scrolled ||= seen.scrolled
      }
      const entries = this.takeRecords()
      if (entries.length > 0) this.#report.call(this, entries, this)
      return scrolled
    }
  }
}

const NOWHERE: Rect = { x: 0, y: 0, width: 0, height: 0 }
const WORTH = /^-?[.\d]+(?:px|%)$/

export function installObservers(window: InnerWindow): void {
  const rect = ({ x, y, width, height }: Rect) => new window.DOMRectReadOnly(x, y, width, height)

  const Intersection = observer(
    (target, options: IntersectionObserverInit | undefined, seesAll) => {
      const own = union(rectsOf(target))
      const screen = { x: 0, y: 0, width: window.innerWidth, height: window.innerHeight }
      const root =
        options?.root instanceof window.Element ? (union(rectsOf(options.root)) ?? NOWHERE) : screen
      const onScreen = own !== undefined && touches(own, widened(root, options?.rootMargin))
      const isIntersecting = own !== undefined && (onScreen || seesAll)
      const bounds = rect(own ?? NOWHERE)
      const entry = {
        target,
        isIntersecting,
        intersectionRatio: isIntersecting ? 1 : 0,
        boundingClientRect: bounds,
        intersectionRect: isIntersecting ? bounds : rect(NOWHERE),
        rootBounds: rect(root),
        time: performance.now(),
      }
      return { entry, key: String(isIntersecting), scrolled: isIntersecting && !onScreen }
    },
  )

  class IntersectionObserver extends Intersection {
    readonly root: unknown
    readonly rootMargin: string
    readonly scrollMargin = '0px'
    readonly thresholds: readonly number[]
    constructor(report: Report<object>, options: IntersectionObserverInit = {}) {
      super(report as never, options)
      const { root = null, rootMargin = '0px', threshold = 0 } = options
      this.root = root
      this.rootMargin = marginsOf(rootMargin)
      this.thresholds =
        Array.isArray(threshold) && threshold.length === 0 ? [0] : [threshold].flat()
    }
  }

  const Resize = observer((target) => {
    const { content, border } = sizesOf(target)
    const key = `${content.width} ${content.height}`
    const size = ({ width, height }: Rect) => [{ inlineSize: width, blockSize: height }]
    const entry = {
      target,
      contentRect: rect(content),
      borderBoxSize: size(border),
      contentBoxSize: size(content),
      devicePixelContentBoxSize: size(content),
    }
    return { entry, key, scrolled: false }
  })
  class ResizeObserver extends Resize {}

  Object.assign(window, { IntersectionObserver, ResizeObserver })
}

function marginsOf(text: string): string {
  const parts = text.trim().split(/\s+/)
  if (parts.length > 4 || !parts.every((part) => WORTH.test(part) || part === '0')) {
    throw new SyntaxError(`rootMargin must be specified in pixels or percent: ${text}`)
  }
  const [top = '0px', right = top, bottom = top, left = right] = parts.map((part) =>
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

const touches = (one: Rect, other: Rect): boolean =>
  one.x <= other.x + other.width &&
  other.x <= one.x + one.width &&
  one.y <= other.y + other.height &&
  other.y <= one.y + one.height

/** The content box is relative to the padding box. */
function sizesOf(target: Element): { content: Rect; border: Rect } {
  const box = boxOf(target)
  // Inline elements have no observable size.
  if (box?.fragments) return { content: NOWHERE, border: NOWHERE }
  const drawn = box
    ? undefined
    : target.namespaceURI?.endsWith('/svg') && target.isConnected && svgBoundingBox(target)
  if (!box) return drawn ? { content: drawn, border: drawn } : { content: NOWHERE, border: NOWHERE }
  const { padding, width, height } = box
  const content = {
    x: padding.left,
    y: padding.top,
    width: box.contentWidth,
    height: Math.max(0, height - box.verticalEdges),
  }
  return { content, border: { x: 0, y: 0, width, height } }
}
