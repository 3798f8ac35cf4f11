/**
 * Three servers' caches of two builds on one store, in every order of things: requests, renders,
 * commands that are slow, lost or carried out after they were given up, cut connections, evictions, servers that are killed or
 * replaced by those of another build, time. Once a purge has resolved as complete, no server answers what was made or begun
 * before it, but those that the store has not heard of for as long as it waits for one. No server answers a page of another build.
 */
import { expect } from '@playwright/test'
import fc from 'fast-check'
import {
  type Cache,
  type CacheableResult,
  createCache,
  type Served,
} from '../../../server/cache/cache.ts'
import { cacheKeyOf } from '../../../server/cache/cache-key.ts'
import { isPurged, type Purge } from '../../../server/cache/purge.ts'
import type { LogEntry } from '../../../server/cache/purge-log.ts'
import { READER_LAPSE } from '../../../server/cache/purge-readers.ts'
import type { RecordCodec } from '../../../server/cache/record-codec.ts'
import { type Store, sharedTier } from '../../../server/cache/shared-tier.ts'
import type { Clock } from '../../../server/diagnostics/runtime/clock.ts'
import { tagHeaders, tagsOf } from '../../../server/http/cache-tags.ts'
import type { PreparedResponse } from '../../../server/http/prepared-response.ts'
import { numRuns } from '../../run/seed.ts'
import { suite } from '../../run/suite.ts'
import { turn } from '../helpers/promises.ts'

const test = suite('shared-tier')

const RUNS = numRuns(300, 5000)

const ADDRESSES = [
  cacheKeyOf('/', '', 'a'),
  cacheKeyOf('/', 'q', 'a'),
  cacheKeyOf('/', '', 'a', { live: true }),
  cacheKeyOf('/', '', 'ab'),
  cacheKeyOf('/b', '', 'a'),
]
const PURGES: Purge[] = [
  { page: '/', state: 'a' },
  { state: 'ab' },
  { prefix: 'a' },
  { page: '/b' },
  { tag: 'two, 日本' },
  { page: '/', tag: 'one' },
  {},
]
/** The tags of what is at each address. */
const TAGS = [[], ['one'], ['one', 'two, 日本'], ['two, 日本'], ['other']].map((tags) =>
  tagHeaders(tags),
)
const MAX_AGE = 3000
const CACHES = 3
/** The build that each is of at first: they share purges, and no pages. */
const BUILDS = ['one', 'one', 'two']

type Op =
  | { readonly do: 'get'; readonly cache: number; readonly address: number }
  | { readonly do: 'make'; readonly which: number; readonly kind: CacheableResult['kind'] }
  | { readonly do: 'command'; readonly cache: number; readonly how: 'done' | 'lost' | 'late' }
  | { readonly do: 'purge'; readonly cache: number; readonly which: number }
  | { readonly do: 'calm' | 'look' | 'pass' | 'lapse' | 'evict log' | 'evict pages' }
  | { readonly do: 'cut' | 'flow'; readonly cache: number }
  | { readonly do: 'restart'; readonly cache: number; readonly build: string }

const cache = fc.nat(CACHES - 1)
const oneOf = (words: string) => fc.constantFrom(...words.split(', '))
/** One of some operations, with what it needs. */
const drawn = (
  weight: number,
  words: string,
  more: Record<string, fc.Arbitrary<unknown>> = {},
) => ({
  ...{ weight, arbitrary: fc.record({ do: oneOf(words), ...more }) },
})
const op = fc.oneof(
  drawn(6, 'get', { cache, address: fc.nat(ADDRESSES.length - 1) }),
  drawn(6, 'make', { which: fc.nat(5), kind: oneOf('page, page, page, missing, failed, refused') }),
  drawn(14, 'command', { cache, how: oneOf('done, done, done, done, done, done, lost, late') }),
  drawn(3, 'purge', { cache, which: fc.nat(PURGES.length - 1) }),
  drawn(5, 'look, look, look, look, look, look, pass, lapse, evict pages, evict log'),
  // For a moment nothing is in the way.
  drawn(3, 'calm'),
  drawn(1, 'cut', { cache }),
  drawn(1, 'restart', { cache, build: oneOf('one, two, three') }),
) as fc.Arbitrary<Op>

interface Command {
  readonly run: () => unknown
  settle?: ((reply: unknown) => void) | undefined
}

/** A page, as far as the cache looks at it: its body says which version of the data it shows. */
const entryOf = (version: number, headers: Record<string, string> = {}): PreparedResponse => ({
  status: 200,
  headers,
  body: Buffer.of(version),
  bytes: 100,
  answer: async () => ({ status: 200, headers: {}, body: Buffer.alloc(0) }),
})
const madeBy = (build: string) => ({ 'x-build': build })
const tagsAt = (at: number) => tagsOf({ status: 200, headers: TAGS[at] ?? {} })
const versionOf = ({ entry }: Pick<Served, 'entry'>): number => entry.body[0] as number

class World {
  time = 0
  readonly pages = new Map<string, { record: Buffer; until: number }>()
  log: LogEntry[] = []
  #ids = 0
  readonly queues: Command[][] = []
  readonly ready: (() => void)[] = []
  readonly caches: Cache[] = []
  readonly makes: ((kind: CacheableResult['kind']) => void)[] = []
  /** The version of an address's data; and the least that may be answered by a cache itself, and from the store. */
  readonly data = ADDRESSES.map(() => 0)
  readonly own: number[][] = []
  readonly shared = ADDRESSES.map(() => 0)
  readonly stale: string[] = []
  readonly counts = { shared: 0, complete: 0, memory: 0 }
  /** Up to where the servers have read the log, and until when they count as there. */
  readonly readers = new Map<object, { last: string; until: number }>()
  /** The server that runs at each place; and its build, as soon as it listens. */
  readonly running: object[] = []
  readonly listening: (string | undefined)[] = []
  timers: { at: number; run: () => void; of: object }[] = []

  constructor() {
    for (const [id, build] of BUILDS.entries()) this.start(id, build)
  }

  start(id: number, build: string): void {
    // The one before is killed: nothing of it is carried out any more, and nobody says that it goes.
    const self = {}
    this.running[id] = self
    this.listening[id] = undefined
    const queue: Command[] = []
    this.queues[id] = queue
    this.own[id] = ADDRESSES.map(() => 0)
    const ask = <T>(run: () => T): Promise<T | undefined> =>
      new Promise((resolve) => queue.push({ run, settle: resolve as Command['settle'] }))
    const store: Store = {
      read: (key) =>
        ask(() => {
          const found = this.pages.get(key)
          const record = found && found.until > this.time ? found.record : undefined
          return { record, last: this.log.at(-1)?.id }
        }),
      log: (from = '1-0') =>
        ask(() => this.log.filter(({ id }) => Number(id.slice(2)) >= Number(from.slice(2)))),
      append: (which) =>
        ask(() => {
          this.#ids += 1
          const last = { id: `1-${this.#ids}`, which }
          this.log = [...this.log, last].slice(-4)
          return last.id
        }),
      write: (key, record, lasts) =>
        void queue.push({
          run: () => this.pages.set(key, { record, until: this.time + lasts }),
        }),
      drop: (key) => void queue.push({ run: () => this.pages.delete(key) }),
      readers: {
        last: () => ask(() => this.log.at(-1)?.id ?? null),
        report: (last) =>
          ask(() => {
            this.readers.set(self, { last, until: this.time + READER_LAPSE })
            return true
          }),
        all: () =>
          ask(() => {
            const there = [...this.readers.values()].filter(({ until }) => until > this.time)
            return there.map(({ last }) => last)
          }),
      },
      ready: (told) => {
        this.ready[id] = told
      },
      close: () => undefined,
    }
    const codec: RecordCodec = {
      write: async (_, { entry, maxAge, age }, generation) => {
        const head = { version: entry.body[0], headers: entry.headers, generation }
        return Buffer.from(JSON.stringify({ ...head, maxAge, madeAt: this.time - age }))
      },
      read: async (_, record) => {
        const { version, headers, maxAge, madeAt, generation } = JSON.parse(record.toString())
        const entry = entryOf(version, headers)
        return { page: { entry, maxAge, age: this.time - madeAt }, generation }
      },
    }
    const clock: Clock = {
      now: () => this.time,
      after: (ms, run) => {
        const timer = { at: this.time + ms, run, of: self }
        this.timers.push(timer)
        return () => {
          this.timers = this.timers.filter((one) => one !== timer)
        }
      },
    }
    const warn = (sentence: string) => this.stale.push(sentence)
    const tier = sharedTier({
      ...{ store, codec, staleFor: 1000, warn, clock },
      keyOf: (key) => `${build} ${key}`,
    })
    const options = { bytes: 100_000, staleFor: 1000, now: () => this.time }
    this.caches[id] = createCache({ ...options, tiers: [tier] })
    this.ready[id]?.()
    void tier.ready?.().then(() => {
      if (this.running[id] === self) this.listening[id] = build
    })
  }

  get(id: number, at: number): void {
    const build = this.listening[id]
    if (build === undefined) return
    const self = this.running[id]
    const isAway = () => (this.readers.get(self ?? {})?.until ?? 0) <= this.time
    const wasAway = isAway()
    const least = { own: this.own[id]?.[at] ?? 0, shared: this.shared[at] ?? 0 }
    const address = ADDRESSES[at] as (typeof ADDRESSES)[0]
    const make = () =>
      new Promise<CacheableResult>((resolve) => {
        const entry = entryOf(this.data[at] as number, { ...TAGS[at], ...madeBy(build) })
        this.makes.push((kind) => resolve({ kind, entry, maxAge: MAX_AGE }))
      })
    const told = (served: Served) => {
      const version = versionOf(served)
      // Of a server that is killed nothing comes any more.
      if (self !== this.running[id]) return
      const { headers } = served.entry
      if (headers['x-build'] !== build)
        this.stale.push(`${id} of ${build} answered ${address.key} of ${headers['x-build']}`)
      const fromStore = served.source === 'shared' || served.source === 'rendered'
      if (served.source === 'shared') this.counts.shared += 1
      if (!fromStore && this.counts.complete > 0) this.counts.memory += 1
      const isCutOff = !fromStore && (wasAway || isAway())
      if (version < least.own || (!isCutOff && version < least.shared)) {
        this.stale.push(`${id} answered ${address.key} of version ${version}, ${served.source}`)
      }
    }
    void Promise.resolve(this.caches[id]?.get(address, make)).then(
      (served) => served && told(served),
    )
  }

  purge(id: number, which: Purge): void {
    const versions = ADDRESSES.map((address, at) => {
      const covered = isPurged(which, address, tagsAt(at))
      if (covered) this.data[at] = (this.data[at] as number) + 1
      return covered ? (this.data[at] as number) : 0
    })
    const own = this.own[id] ?? []
    void this.caches[id]?.purge(which).then(({ complete }) => {
      if (complete) this.counts.complete += 1
      for (const least of complete ? [own, this.shared] : [own])
        versions.forEach((version, at) => {
          least[at] = Math.max(least[at] ?? 0, version)
        })
    })
  }

  command(id: number, how: 'done' | 'lost' | 'late'): void {
    const queue = this.queues[id] ?? []
    const given = how === 'late' ? queue.find(({ settle }) => settle) : queue.shift()
    if (!given) return
    const { run, settle } = given
    given.settle = undefined
    settle?.(how === 'done' ? run() : (undefined as never))
    if (how === 'done' && !settle) run()
  }

  pass(ms: number): void {
    this.time += ms
    const due = this.timers.filter(({ at }) => at <= this.time)
    this.timers = this.timers.filter(({ at }) => at > this.time)
    for (const { run, of } of due) if (this.running.includes(of)) run()
  }

  apply(op: Op): void {
    if (op.do === 'get') this.get(op.cache, op.address)
    else if (op.do === 'make')
      this.makes.splice(op.which % Math.max(1, this.makes.length), 1)[0]?.(op.kind)
    else if (op.do === 'command') this.command(op.cache, op.how)
    else if (op.do === 'purge') this.purge(op.cache, PURGES[op.which] as Purge)
    else if (op.do === 'restart') this.start(op.cache, op.build)
    else if (op.do === 'evict log') this.log = []
    else if (op.do === 'evict pages') this.pages.clear()
    else if (op.do === 'cut') {
      for (const { settle } of this.queues[op.cache]?.splice(0) ?? []) settle?.(undefined)
      this.ready[op.cache]?.()
    } else if (op.do === 'flow') {
      for (let left = this.queues[op.cache]?.length ?? 0; left > 0; left--)
        this.command(op.cache, 'done')
    } else this.pass({ look: 200, pass: 600, lapse: READER_LAPSE + 1, calm: 0 }[op.do])
  }

  /** Applies all, each when the one before has come to its end. */
  async run(...ops: readonly Op[]): Promise<void> {
    for (const one of ops.flatMap(stepsOf)) {
      this.apply(one)
      await turn()
    }
  }
}

/** The servers are connected, and every page is in the store and in the memory of each. */
const BEFORE: readonly Op[] = [
  ...[0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2].map((cache): Op => ({ do: 'flow', cache })),
  ...ADDRESSES.flatMap((_, address): Op[] => [
    ...[0, 2].flatMap((cache): Op[] => [
      { do: 'get', cache, address },
      { do: 'flow', cache },
      { do: 'flow', cache },
      { do: 'make', which: 0, kind: 'page' },
      { do: 'flow', cache },
    ]),
    { do: 'get', cache: 1, address },
    { do: 'flow', cache: 1 },
  ]),
]

/** What an operation is made of. */
const stepsOf = (one: Op): readonly Op[] =>
  one.do === 'calm'
    ? Array.from({ length: 4 }, (): Op[] => [
        { do: 'look' },
        ...[0, 1, 2].map((cache): Op => ({ do: 'flow', cache })),
      ]).flat()
    : [one]

test('once a purge has resolved, no server answers what was made before it, in whatever order things happen', async () => {
  const counts = { shared: 0, complete: 0, memory: 0 }
  await fc.assert(
    fc.asyncProperty(fc.array(op, { minLength: 10, maxLength: 60 }), async (ops) => {
      const world = new World()
      await world.run(...BEFORE, ...ops)
      for (const [name, count] of Object.entries(world.counts))
        counts[name as keyof typeof counts] += count
      // Not by `expect`: each is a step that the report of the run keeps.
      if (world.stale.length > 0) throw new Error(world.stale.join('\n'))
    }),
    { numRuns: RUNS },
  )
  // That it shows something: pages came from the store, purges reached all, and memory was answered from after that.
  expect(counts.shared).toBeGreaterThan(RUNS / 20)
  expect(counts.complete).toBeGreaterThan(RUNS / 10)
  expect(counts.memory).toBeGreaterThan(RUNS / 50)
})

test('a purge that is complete before a starting server is known to the others is known to that server before it listens', async () => {
  const world = new World()
  await world.run(...BEFORE)
  // Server 1 has ended, and its successor has read the log; the store does not know it yet.
  world.readers.delete(world.running[1] ?? {})
  await world.run({ do: 'restart', cache: 1, build: 'one' }, { do: 'flow', cache: 1 })
  await world.run({ do: 'purge', cache: 0, which: PURGES.length - 1 })
  for (let round = 0; round < 5; round++)
    await world.run({ do: 'flow', cache: 0 }, { do: 'flow', cache: 2 }, { do: 'look' })
  expect(world.counts.complete).toBe(1)
  expect(world.listening[1]).toBeUndefined()
  for (let step = 0; step < 20 && world.listening[1] === undefined; step++)
    await world.run({ do: 'command', cache: 1, how: 'done' }, { do: 'look' })
  expect(world.listening[1]).toBe('one')
  // The store is lost for a moment: what this server has by itself must be right.
  await world.run({ do: 'get', cache: 1, address: 0 }, { do: 'cut', cache: 1 })
  await world.run({ do: 'make', which: 0, kind: 'page' })
  expect(world.stale).toEqual([])
})
