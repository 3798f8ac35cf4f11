/**
 * Observers of what is on the screen. In: a window. Out: IntersectionObserver and ResizeObserver report once that what they
 * observe is there, wholly visible and as large as the window, so that views that wait to be seen show themselves to readers
 * who do not scroll. https://w3c.github.io/IntersectionObserver/ https://drafts.csswg.org/resize-observer/
 * happy-dom never calls back: capricorn86/happy-dom#109.
 */
import type { InnerWindow } from './internals.ts'

type Report<Entry> = (entries: Entry[], observer: object) => void

/** An observer that reports each element once, all that were observed together in one call. */
function reporter<Entry>(makeEntry: (target: Element) => Entry) {
  return class {
    readonly root: unknown
    readonly rootMargin: string
    readonly thresholds: readonly number[]
    readonly #report: Report<Entry>
    #waiting = new Set<Element>()

    constructor(
      report: Report<Entry>,
      { root = null, rootMargin = '0px', threshold = 0 }: IntersectionObserverInit = {},
    ) {
      if (typeof report !== 'function') throw new TypeError('The callback must be a function')
      this.#report = report
      this.root = root
      this.rootMargin = rootMargin
      this.thresholds = [threshold].flat()
    }

    observe(target: Element): void {
      if (this.#waiting.size === 0) setTimeout(() => this.#tell())
      this.#waiting.add(target)
    }

    unobserve(target: Element): void {
      this.#waiting.delete(target)
    }

    disconnect(): void {
      this.#waiting.clear()
    }

    takeRecords(): Entry[] {
      const entries = [...this.#waiting].map(makeEntry)
      this.#waiting.clear()
      return entries
    }

    #tell(): void {
      const entries = this.takeRecords()
      if (entries.length > 0) this.#report.call(this, entries, this)
    }
  }
}

export function installObservers(window: InnerWindow): void {
  const screen = () => new window.DOMRect(0, 0, window.innerWidth, window.innerHeight)
  const IntersectionObserver = reporter((target) => ({
    target,
    isIntersecting: true,
    intersectionRatio: 1,
    boundingClientRect: screen(),
    intersectionRect: screen(),
    rootBounds: screen(),
    time: performance.now(),
  }))
  const ResizeObserver = reporter((target) => {
    const size = [{ inlineSize: window.innerWidth, blockSize: window.innerHeight }]
    return {
      target,
      contentRect: screen(),
      borderBoxSize: size,
      contentBoxSize: size,
      devicePixelContentBoxSize: size,
    }
  })
  Object.assign(window, { IntersectionObserver, ResizeObserver })
}
