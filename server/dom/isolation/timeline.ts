/**
 * Gives a page its own performance marks and measures, on its clock. Node's timeline contains
 * requests of all pages; background work keeps it.
 * https://w3c.github.io/user-timing/
 */
import { defineHidden } from '../internals.ts'
import { toPage } from '../realm/to-page.ts'
import { PageContext } from './page-context.ts'
import { perPage } from './page-state.ts'

type Listener = (entry: PerformanceEntry) => void

interface Timeline {
  entries: PerformanceEntry[]
  readonly listeners: Set<Listener>
}

const ofPage = perPage((): Timeline => ({ entries: [], listeners: new Set() }))

/** @returns Undefined where the timeline of Node serves. */
const pageTimeline = (): Timeline | undefined => PageContext.current && ofPage()

function add({ entries, listeners }: Timeline, entry: PerformanceEntry): void {
  entries.push(entry)
  for (const listener of listeners) listener(entry)
}

function mark(
  timeline: Timeline,
  name: string,
  options: PerformanceMarkOptions = {},
): PerformanceMark {
  const startTime = options.startTime ?? performance.now()
  const entry = new PerformanceMark(String(name), { ...options, startTime })
  add(timeline, entry)
  return entry
}

function timeOf({ entries }: Timeline, given: string | number): number {
  if (typeof given === 'number') return given
  const entry = entries.findLast(({ name, entryType }) => name === given && entryType === 'mark')
  if (entry) return entry.startTime
  throw new DOMException(`The mark '${given}' does not exist.`, 'SyntaxError')
}

interface MeasureOptions {
  readonly start?: string | number | undefined
  readonly end?: string | number | undefined
  readonly duration?: number | undefined
  readonly detail?: unknown
}

/** Measures have no constructor, so this is a mark with another type. */
function measure(
  timeline: Timeline,
  name: string,
  given?: string | MeasureOptions,
  endMark?: string,
) {
  const options: MeasureOptions =
    typeof given === 'object' && given !== null ? given : { start: given, end: endMark }
  const { duration, detail = null } = options
  const resolved = (time: string | number | undefined) =>
    time === undefined ? undefined : timeOf(timeline, time)
  const from = resolved(options.start)
  const end =
    resolved(options.end) ?? (duration === undefined ? performance.now() : (from ?? 0) + duration)
  const startTime = from ?? (duration === undefined ? 0 : end - duration)
  const values = { name: String(name), entryType: 'measure', startTime, duration: end - startTime }
  const entry = new PerformanceMark(values.name)
  Object.setPrototypeOf(entry, PerformanceMeasure.prototype)
  for (const [key, value] of Object.entries({
    ...values,
    detail,
    toJSON: () => ({ ...values, detail }),
  })) {
    Object.defineProperty(entry, key, { configurable: true, value })
  }
  add(timeline, entry)
  return entry
}

function clear(timeline: Timeline, type: string, name: unknown): void {
  timeline.entries = timeline.entries.filter(
    (entry) => entry.entryType !== type || (name !== undefined && entry.name !== String(name)),
  )
}

const inOrder = ({ entries }: Timeline, isWanted: (entry: PerformanceEntry) => boolean) =>
  entries.filter(isWanted).sort((one, other) => one.startTime - other.startTime)

const METHODS = {
  mark,
  measure,
  clearMarks: (timeline: Timeline, name?: string) => clear(timeline, 'mark', name),
  clearMeasures: (timeline: Timeline, name?: string) => clear(timeline, 'measure', name),
  getEntries: (timeline: Timeline) => inOrder(timeline, () => true),
  getEntriesByType: (timeline: Timeline, type: string) =>
    inOrder(timeline, ({ entryType }) => entryType === type),
  getEntriesByName: (timeline: Timeline, name: string, type?: string) =>
    inOrder(
      timeline,
      (entry) => entry.name === name && (type ?? entry.entryType) === entry.entryType,
    ),
}

/** SIDE EFFECT: replaces the methods. */
export function installTimeline(target: typeof globalThis): void {
  const { prototype } = target.Performance
  for (const [name, method] of Object.entries(METHODS)) {
    const native = Object.getOwnPropertyDescriptor(prototype, name) as PropertyDescriptor
    const value = function (this: Performance, ...args: unknown[]) {
      const timeline = pageTimeline()
      return timeline ? (method as Method)(timeline, ...args) : native.value.apply(this, args)
    }
    Object.defineProperty(prototype, name, { ...native, value })
  }
  installObserver(target)
}

type Method = (timeline: Timeline, ...args: unknown[]) => unknown

function installObserver(target: typeof globalThis): void {
  const { PerformanceObserver: Native } = target
  const PageObserver = pageObserver(Native)
  const construct = (
    _: typeof Native,
    args: [PerformanceObserverCallback],
    newTarget: NewableFunction,
  ) => {
    const timeline = pageTimeline()
    if (timeline === undefined || newTarget !== observer)
      return Reflect.construct(Native, args, newTarget)
    return new PageObserver(args[0], timeline)
  }
  const observer = new Proxy(Native, { construct })
  defineHidden(target, { PerformanceObserver: observer })
}

function pageObserver(Native: typeof PerformanceObserver) {
  return class extends Native {
    readonly #callback: PerformanceObserverCallback
    readonly #timeline: Timeline
    readonly #types = new Set<string>()
    #records: PerformanceEntry[] = []

    constructor(callback: PerformanceObserverCallback, timeline: Timeline) {
      super(callback)
      this.#callback = callback
      this.#timeline = timeline
    }

    readonly #add: Listener = (entry) => {
      if (!this.#types.has(entry.entryType)) return
      if (this.#records.push(entry) === 1) queueMicrotask(() => this.#callBack())
    }

    #callBack(): void {
      const entries = this.takeRecords()
      if (entries.length > 0) this.#callback.call(this, listOf(entries), this)
    }

    override observe({ type, entryTypes = [], buffered }: PerformanceObserverInit): void {
      for (const entryType of type === undefined ? entryTypes : [type]) this.#types.add(entryType)
      this.#timeline.listeners.add(this.#add)
      if (buffered) for (const entry of this.#timeline.entries) this.#add(entry)
    }

    override disconnect(): void {
      this.#timeline.listeners.delete(this.#add)
      this.#types.clear()
      this.#records = []
    }

    override takeRecords(): PerformanceEntry[] {
      return this.#records.splice(0)
    }
  }
}

const listOf = (entries: readonly PerformanceEntry[]): PerformanceObserverEntryList => ({
  getEntries: () => toPage([...entries]),
  getEntriesByType: (type) => toPage(entries.filter(({ entryType }) => entryType === type)),
  getEntriesByName: (name) => toPage(entries.filter((entry) => entry.name === name)),
})
