/** The contract of every history, in every browser: one suite over all three. */
import { deepEqual, equal } from 'playwright-test/taps'
import { hashHistory } from '../../../../src/dom/history/hash-events.ts'
import type { History, NavigationOutcome, Visit } from '../../../../src/dom/history/history.ts'
import { type MemoryHistory, memoryHistory } from '../../../../src/dom/history/memory.ts'
import { suite } from '../../../run/suite.ts'
import { browserHistories, until } from '../stage.ts'

/** A visitor that the unit answers for. */
class Watcher {
  readonly visits: Visit[] = []
  held = false
  answer: (visit: Visit) => NavigationOutcome | Promise<NavigationOutcome> = () => 'done'
  holds = () => this.held
  visit = async (visit: Visit): Promise<NavigationOutcome> => {
    this.visits.push(visit)
    return this.answer(visit)
  }
  get states(): string[] {
    return this.visits.map(({ type, state }) => `${type} ${state}`)
  }
  /** Waits for so many visits in all, and gives the last. */
  async last(count: number): Promise<string | undefined> {
    await until(() => this.visits.length === count)
    return this.states.at(-1)
  }
}

const cancelled = (visit: Visit): NavigationOutcome => {
  visit.cancel()
  return 'blocked'
}
const untilAborted = ({ signal }: Visit): Promise<NavigationOutcome> =>
  new Promise((resolve) => signal.addEventListener('abort', () => resolve('superseded')))
const push = { replace: false }

/** Runs with a history that begins at `start`. */
async function onHistory(
  make: () => History,
  run: (history: History, watcher: Watcher, stop: () => void) => Promise<void>,
): Promise<void> {
  window.location.replace('#!start')
  const watcher = new Watcher()
  const history = make()
  const stop = history.listen(watcher)
  try {
    await run(history, watcher, stop)
  } finally {
    stop()
  }
}

for (const [name, make] of Object.entries({
  ...browserHistories(),
  memory: () => memoryHistory('start'),
})) {
  const test = suite(`${name} history`)
  const isMemory = name === 'memory'
  /** The back button. */
  const back = (history: History) =>
    isMemory ? void (history as MemoryHistory).traverse(-1) : window.history.back()
  const length = (history: History) =>
    (isMemory ? (history as MemoryHistory) : window.history).length
  // The history says at once where the reader is going to be again, the browser when it has gone
  // there.
  const isBack = (history: History, state: string) =>
    history.read() === state && (isMemory || window.location.hash === `#!${state}`)
  const staged = (run: Parameters<typeof onHistory>[1]) => onHistory(make, run)

  test('reports the first state and each visit, and returns the outcome of the visit', () =>
    staged(async (history, watcher) => {
      for (const outcome of ['done', 'failed', 'redirected'] as const) {
        watcher.answer = () => outcome
        equal(await history.go(`/${outcome}`, push), outcome)
        equal(history.read(), `/${outcome}`)
      }
      deepEqual(watcher.states, ['load start', 'push /done', 'push /failed', 'push /redirected'])
    }))

  test('makes no new entry for a replacement or for the current state', () =>
    staged(async (history, watcher) => {
      await history.go('/a', push)
      const before = length(history)
      await history.go('/b', { replace: true })
      await history.go('/b', push)
      equal(length(history), before)
      deepEqual(watcher.states.slice(2), ['replace /b', 'replace /b'])
    }))

  if (!isMemory)
    test('a link to an id makes one entry, however often the reader clicks it', () =>
      staged(async (history, watcher) => {
        await history.go('/a', push)
        const link = Object.assign(document.createElement('a'), { href: '#id' })
        document.body.append(link)
        for (const visits of [3, 4, 5]) {
          link.click()
          await watcher.last(visits)
        }
        link.remove()
        const same = 'replace /a?~=id'
        deepEqual(watcher.states.slice(2), ['push /a?~=id', same, same])
      }))

  test('goes back to an entry and to its history state', () =>
    staged(async (history, watcher) => {
      await history.go('/a', { ...push, historyState: { from: 'test' } })
      await history.go('/b', push)
      equal(history.historyState, undefined)
      back(history)
      equal(await watcher.last(4), 'traverse /a')
      equal(history.read(), '/a')
      deepEqual(history.historyState, { from: 'test' })
    }))

  test('aborts a visit that another visit overtakes, as superseded', () =>
    staged(async (history, watcher) => {
      watcher.answer = (visit) => (visit.state === '/slow' ? untilAborted(visit) : 'done')
      const slow = history.go('/slow', push)
      const fast = history.go('/fast', push)
      equal(await slow, 'superseded')
      equal(await fast, 'done')
      equal(history.read(), '/fast')
    }))

  test('replaces the address of a visit without another visit', () =>
    staged(async (history, watcher) => {
      await history.go('/a', push)
      const before = length(history)
      watcher.answer = (visit) => {
        visit.replace('/elsewhere')
        return 'redirected'
      }
      equal(await history.go('/b', push), 'redirected')
      equal(history.read(), '/elsewhere')
      if (before < 50) equal(length(history), before + 1)
      deepEqual(watcher.states.slice(2), ['push /b'])
    }))

  test('puts the address back when a visit is cancelled, and reports nothing', () =>
    staged(async (history, watcher) => {
      await history.go('/a', push)
      await history.go('/b', push)
      watcher.answer = cancelled
      for (const options of [push, { replace: true }]) {
        equal(await history.go('/c', options), 'blocked')
        await until(() => isBack(history, '/b'))
      }
      back(history)
      equal(await watcher.last(6), 'traverse /a')
      await until(() => isBack(history, '/b'))
      deepEqual(watcher.states.slice(3), ['push /c', 'replace /c', 'traverse /a'])
    }))

  if (isMemory || (name === 'navigation' && 'NavigationPrecommitController' in window)) {
    test('lets the address wait until it is committed', () =>
      staged(async (history, watcher) => {
        watcher.held = true
        const seen: string[] = []
        watcher.answer = async (visit) => {
          await Promise.resolve()
          seen.push(history.read())
          await visit.commit()
          seen.push(history.read())
          return 'done' as const
        }
        equal(await history.go('/a', push), 'done')
        deepEqual(seen, ['start', '/a'])
      }))

    test('never shows the address of a held visit that is cancelled or redirected', () =>
      staged(async (history, watcher) => {
        watcher.held = true
        const before = length(history)
        watcher.answer = cancelled
        equal(await history.go('/a', push), 'blocked')
        deepEqual([history.read(), length(history)], ['start', before])
        watcher.answer = async (visit) => {
          visit.replace('/login')
          await visit.commit()
          return 'redirected' as const
        }
        equal(await history.go('/secret', push), 'redirected')
        equal(history.read(), '/login')
      }))
  }

  test('aborts the visit under way and reports nothing after it stops', () =>
    staged(async (history, watcher, stop) => {
      watcher.answer = untilAborted
      const slow = history.go('/a', push)
      stop()
      equal(await slow, 'superseded')
      equal(watcher.visits.length, 2)
    }))

  test('keeps any text that a fragment may hold', () =>
    staged(async (history) => {
      for (const state of ['%', '/%25', '/a%2Fb', 'a=b&c=d?e', "/'{}|\\^[]", '/%C3%A9?q=a+b']) {
        await history.go(state, { replace: true })
        equal(history.read(), state)
      }
    }))
}

/** Acts of only some browsers on the history of hash events, done to it in all of them. */
const test = suite('hash history in a browser')
const onStageWithout = (
  methods: readonly ('pushState' | 'replaceState' | 'go')[],
  stub: () => void,
  run: (history: History, watcher: Watcher) => Promise<void>,
) =>
  onHistory(hashHistory, async (history, watcher) => {
    for (const method of methods) window.history[method] = stub
    // A property on the object itself hides the method of its class.
    await run(history, watcher).finally(() => {
      for (const method of methods) Reflect.deleteProperty(window.history, method)
    })
  })
const refuse = () => {
  throw new DOMException('Attempt to do that more than 100 times', 'SecurityError')
}
const hashChanged = () =>
  new Promise((resolve) => window.addEventListener('hashchange', resolve, { once: true }))

test('that refuses more marks: the history goes on in this document and reports each visit once', () =>
  onStageWithout(['pushState', 'replaceState'], refuse, async (history, watcher) => {
    for (const [state, hash] of [
      ['/a', '#!/a'],
      ['', '#!'],
      ['/b', '#!/b'],
    ] as const) {
      const hashChange = hashChanged()
      equal(await history.go(state, push), 'done')
      equal(history.read(), state)
      equal(window.location.href.replace(/^[^#]*/, ''), hash)
      await hashChange
    }
    deepEqual(watcher.states, ['load start', 'push /a', 'push ', 'push /b'])
    window.history.back()
    equal((await watcher.last(5))?.split(' ')[1], '')
    const hashChange = hashChanged()
    equal(await history.go('/c', { replace: true }), 'done')
    await hashChange
    deepEqual(watcher.states.slice(5), ['replace /c'])
  }))

/** How long the history waits for a step back. */
const RETURN_MS = 1000
/**
 * Runs while its timers for that time are held back. @param run Receives a function that fires
 * them.
 */
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

test('that drops the step back from a cancelled visit: the address stays, and the next visit works', () =>
  withoutWaiting((ring) =>
    onStageWithout(
      ['go'],
      () => {},
      async (history, watcher) => {
        await history.go('/a', push)
        watcher.answer = cancelled
        equal(await history.go('/b', push), 'blocked')
        equal(window.location.hash, '#!/a')
        ring()
        equal(window.location.hash, '#!/a')
        equal(await history.go('/c', push), 'blocked')
        watcher.answer = () => 'done'
        const next = history.go('/d', push)
        ring()
        equal(await next, 'done')
        equal(window.location.hash, '#!/d')
        deepEqual(watcher.states.slice(2), ['push /b', 'push /c', 'push /d'])
      },
    ),
  ))

test('where the app replaces the address of an entry: the visit counts as the same entry', () =>
  onStageWithout([], refuse, async (history, watcher) => {
    await history.go('/a', push)
    watcher.answer = cancelled
    for (const fragment of ['#!/b', '#id']) {
      window.history.replaceState(window.history.state, '', fragment)
      window.dispatchEvent(new PopStateEvent('popstate'))
      equal(window.location.hash, '#!/a')
    }
    deepEqual(watcher.states.slice(2), ['replace /b', 'replace /a?~=id'])
  }))
