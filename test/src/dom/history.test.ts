/** What every history keeps to, whichever browser is behind it: one suite over all three. */
import { deepEqual, equal } from 'playwright-test/taps'
import { hashHistory } from '../../../src/dom/history/hash-events.ts'
import { type MemoryHistory, memoryHistory } from '../../../src/dom/history/memory.ts'
import { navigationHistory } from '../../../src/dom/history/navigation-api.ts'
import type { History, NavigationOutcome, Visit } from '../../../src/dom/history/types.ts'
import { suite } from '../../run/suite.ts'

interface Kind {
  readonly make: () => History
  /** The back button. */
  readonly back: (history: History) => void
  /** How many entries there are. */
  readonly length: (history: History) => number
  /** Whether a visit's address can wait for its guards. */
  readonly holds: boolean
}

const inWindow = { back: () => window.history.back(), length: () => window.history.length }
const kinds: Record<string, Kind> = {
  hash: { make: () => hashHistory(), ...inWindow, holds: false },
  memory: {
    make: () => memoryHistory('start'),
    back: (history) => void (history as MemoryHistory).traverse(-1),
    length: (history) => (history as MemoryHistory).length,
    holds: true,
  },
}
if (window.navigation?.currentEntry) {
  kinds.navigation = {
    make: () => navigationHistory(),
    ...inWindow,
    holds: 'NavigationPrecommitController' in window,
  }
}

/** A visitor that the test answers for. */
class Watcher {
  readonly visits: Visit[] = []
  held = false
  answer: (visit: Visit) => NavigationOutcome | Promise<NavigationOutcome> = () => 'done'
  readonly #waiting: ((visit: Visit) => void)[] = []
  holds = () => this.held
  visit = async (visit: Visit): Promise<NavigationOutcome> => {
    this.visits.push(visit)
    this.#waiting.shift()?.(visit)
    return this.answer(visit)
  }
  next(): Promise<Visit> {
    return new Promise((resolve) => this.#waiting.push(resolve))
  }
  get states(): string[] {
    return this.visits.map(({ type, state }) => `${type} ${state}`)
  }
}

const cancelled = (visit: Visit): NavigationOutcome => {
  visit.cancel()
  return 'blocked'
}

const untilAborted = ({ signal }: Visit): Promise<NavigationOutcome> =>
  new Promise((resolve) => signal.addEventListener('abort', () => resolve('superseded')))

/** Waits for what the browser does when it comes to it. */
async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 1))
}

for (const [name, { make, back, length, holds }] of Object.entries(kinds)) {
  const test = suite(`${name} history`)
  // The history says at once where the reader is going to be again, the browser when it has gone there.
  const isBack = (history: History, state: string) =>
    history.read() === state && (name === 'memory' || window.location.hash === `#!${state}`)
  const onStage = async (
    run: (history: History, watcher: Watcher, stop: () => void) => Promise<void>,
  ) => {
    if (name !== 'memory') window.location.replace('#!start')
    const watcher = new Watcher()
    const history = make()
    const stop = history.listen(watcher)
    try {
      await run(history, watcher, stop)
    } finally {
      stop()
    }
  }

  test('reports the state that is there, and each that is gone to', () =>
    onStage(async (history, watcher) => {
      equal(await history.go('/a', { replace: false }), 'done')
      equal(history.read(), '/a')
      deepEqual(watcher.states, ['load start', 'push /a'])
    }))

  test('replaces without a new entry, and so does going to where one is', () =>
    onStage(async (history, watcher) => {
      await history.go('/a', { replace: false })
      const before = length(history)
      await history.go('/b', { replace: true })
      await history.go('/b', { replace: false })
      equal(length(history), before)
      deepEqual(watcher.states.slice(2), ['replace /b', 'replace /b'])
    }))

  test('goes back to an entry and to what was kept with it', () =>
    onStage(async (history, watcher) => {
      await history.go('/a', { replace: false, historyState: { from: 'test' } })
      await history.go('/b', { replace: false })
      equal(history.historyState, undefined)
      const visited = watcher.next()
      back(history)
      equal((await visited).type, 'traverse')
      equal(history.read(), '/a')
      deepEqual(history.historyState, { from: 'test' })
    }))

  test('aborts a visit that another overtakes, and says so to who began it', () =>
    onStage(async (history, watcher) => {
      watcher.answer = (visit) => (visit.state === '/slow' ? untilAborted(visit) : 'done')
      const slow = history.go('/slow', { replace: false })
      const fast = history.go('/fast', { replace: false })
      equal(await slow, 'superseded')
      equal(await fast, 'done')
      equal(history.read(), '/fast')
    }))

  test('hands on what the visit came to', () =>
    onStage(async (history, watcher) => {
      for (const outcome of ['failed', 'redirected'] as const) {
        watcher.answer = () => outcome
        equal(await history.go(`/${outcome}`, { replace: false }), outcome)
      }
    }))

  test('writes another address in the place of a visit without a visit to it', () =>
    onStage(async (history, watcher) => {
      await history.go('/a', { replace: false })
      const before = length(history)
      watcher.answer = (visit) => {
        visit.replace('/elsewhere')
        return 'redirected'
      }
      equal(await history.go('/b', { replace: false }), 'redirected')
      equal(history.read(), '/elsewhere')
      if (before < 50) equal(length(history), before + 1)
      deepEqual(watcher.states.slice(2), ['push /b'])
    }))

  test('puts the address back when a visit is cancelled, and reports nothing', () =>
    onStage(async (history, watcher) => {
      await history.go('/a', { replace: false })
      watcher.answer = cancelled
      equal(await history.go('/b', { replace: false }), 'blocked')
      await until(() => isBack(history, '/a'))
      equal(await history.go('/c', { replace: true }), 'blocked')
      await until(() => isBack(history, '/a'))
      deepEqual(watcher.states.slice(2), ['push /b', 'replace /c'])
    }))

  test('puts the address back when going back is cancelled', () =>
    onStage(async (history, watcher) => {
      await history.go('/a', { replace: false })
      await history.go('/b', { replace: false })
      watcher.answer = cancelled
      const visited = watcher.next()
      back(history)
      equal((await visited).state, '/a')
      await until(() => isBack(history, '/b'))
      equal(watcher.visits.length, 4)
    }))

  if (holds) {
    test('lets the address wait until it is committed', () =>
      onStage(async (history, watcher) => {
        watcher.held = true
        const seen: string[] = []
        watcher.answer = async (visit) => {
          await Promise.resolve()
          seen.push(history.read())
          await visit.commit()
          seen.push(history.read())
          return 'done' as const
        }
        equal(await history.go('/a', { replace: false }), 'done')
        deepEqual(seen, ['start', '/a'])
      }))

    test('shows no address at all of a held visit that is cancelled or sent elsewhere', () =>
      onStage(async (history, watcher) => {
        watcher.held = true
        const before = length(history)
        watcher.answer = cancelled
        equal(await history.go('/a', { replace: false }), 'blocked')
        equal(history.read(), 'start')
        equal(length(history), before)
        watcher.answer = async (visit) => {
          visit.replace('/login')
          await visit.commit()
          return 'redirected' as const
        }
        equal(await history.go('/secret', { replace: false }), 'redirected')
        equal(history.read(), '/login')
      }))
  }

  test('reports nothing once nobody listens, and aborts what is under way', () =>
    onStage(async (history, watcher, stop) => {
      watcher.answer = untilAborted
      const slow = history.go('/a', { replace: false })
      stop()
      equal(await slow, 'superseded')
      equal(watcher.visits.length, 2)
    }))

  test('keeps any text that a fragment may hold', () =>
    onStage(async (history) => {
      for (const state of ['%', '/%25', '/a%2Fb', 'a=b&c=d?e', "/'{}|\\^[]", '/%C3%A9?q=a+b']) {
        await history.go(state, { replace: true })
        equal(history.read(), state)
      }
    }))
}

/** What only some browsers do to the history of hash events, done to it in all of them. */
const test = suite('hash history in a browser')
type Method = 'pushState' | 'replaceState' | 'go'
const onStageWithout = async (
  methods: readonly Method[],
  stub: () => void,
  run: (history: History, watcher: Watcher) => Promise<void>,
) => {
  window.location.replace('#!start')
  const watcher = new Watcher()
  const history = hashHistory()
  const stop = history.listen(watcher)
  for (const method of methods) window.history[method] = stub
  try {
    await run(history, watcher)
  } finally {
    // What is on the object itself hides the method of its class.
    for (const method of methods) Reflect.deleteProperty(window.history, method)
    stop()
  }
}
const refuse = () => {
  throw new DOMException('Attempt to do that more than 100 times', 'SecurityError')
}
const hashChanged = () =>
  new Promise((resolve) => window.addEventListener('hashchange', resolve, { once: true }))

test('that takes no more marks, goes on in this document and reports each visit once', () =>
  onStageWithout(['pushState', 'replaceState'], refuse, async (history, watcher) => {
    for (const [state, hash] of [
      ['/a', '#!/a'],
      ['', '#!'],
      ['/b', '#!/b'],
    ] as const) {
      const told = hashChanged()
      equal(await history.go(state, { replace: false }), 'done')
      equal(history.read(), state)
      equal(window.location.href.replace(/^[^#]*/, ''), hash)
      await told
    }
    deepEqual(watcher.states, ['load start', 'push /a', 'push ', 'push /b'])
    const visited = watcher.next()
    window.history.back()
    equal((await visited).state, '')
    const told = hashChanged()
    equal(await history.go('/c', { replace: true }), 'done')
    await told
    deepEqual(watcher.states.slice(5), ['replace /c'])
  }))

/** How long the history waits for a step back. */
const RETURN_MS = 1000
/** Runs with its timers for that held back. @param run Is given what makes them ring. */
async function withoutWaiting(run: (ring: () => void) => Promise<void>): Promise<void> {
  const { setTimeout } = globalThis
  const held: (() => void)[] = []
  const stub = (go: () => void, ms = 0) => (ms === RETURN_MS ? held.push(go) : setTimeout(go, ms))
  globalThis.setTimeout = stub as typeof setTimeout
  try {
    await run(() => {
      for (const go of held.splice(0)) go()
    })
  } finally {
    globalThis.setTimeout = setTimeout
  }
}

test('that drops the step back from a cancelled visit, keeps the address and is not stuck', () =>
  withoutWaiting((ring) =>
    onStageWithout(
      ['go'],
      () => {},
      async (history, watcher) => {
        await history.go('/a', { replace: false })
        watcher.answer = cancelled
        equal(await history.go('/b', { replace: false }), 'blocked')
        equal(window.location.hash, '#!/a')
        ring()
        equal(window.location.hash, '#!/a')
        equal(await history.go('/c', { replace: false }), 'blocked')
        watcher.answer = () => 'done'
        const next = history.go('/d', { replace: false })
        ring()
        equal(await next, 'done')
        equal(window.location.hash, '#!/d')
        deepEqual(watcher.states.slice(2), ['push /b', 'push /c', 'push /d'])
      },
    ),
  ))

test('that leaves the mark in an entry whose address the app replaces, takes it for the same entry', () =>
  onStageWithout([], refuse, async (history, watcher) => {
    await history.go('/a', { replace: false })
    watcher.answer = cancelled
    for (const fragment of ['#!/b', '#id']) {
      window.history.replaceState(window.history.state, '', fragment)
      window.dispatchEvent(new PopStateEvent('popstate'))
      equal(window.location.hash, '#!/a')
    }
    deepEqual(watcher.states.slice(2), ['replace /b', 'replace /a?~=id'])
  }))
