/**
 * Handles fragments and history. A new fragment adds an entry without state and fires popstate,
 * then hashchange. pushState, replaceState and the start of a render fire neither. `replace` adds
 * no entry. States are copies.
 * https://html.spec.whatwg.org/multipage/browsing-the-web.html#navigate-fragid
 * happy-dom sends hashchange on pushState; not reported. Report: docs/happy-dom/push-state.md
 * It sends no popstate and keeps the state: capricorn86/happy-dom#2381, #1846.
 */
import { HistoryItemList, Location, PopStateEvent, WindowBrowserContext } from '#happy-dom'
import {
  type InnerEvent,
  type InnerWindow,
  inner,
  S,
  wrap,
  wrapGetter,
  wrapSetter,
} from '../internals.ts'

/** For each queued hashchange event of happy-dom, in order: whether a browser fires it. */
const announced: boolean[] = []
let quiet = false

export function forgetHashChanges(window: InnerWindow): void {
  announced.length = 0
  inner<{ [S.clearCache](): void }>(window.location)[S.clearCache]()
}

const entriesOf = (window: InnerWindow): HistoryItemList | undefined =>
  new WindowBrowserContext(window as never).getBrowserFrame()?.[S.history]

function quietly<T>(work: () => T): T {
  quiet = true
  try {
    return work()
  } finally {
    quiet = false
  }
}

export function installHistory(window: InnerWindow): void {
  const location = Location.prototype
  wrap<(this: Location, frame: unknown, url: string) => void>(
    location,
    S.setURL,
    (original) =>
      function (frame, url) {
        const { hash } = this
        original.call(this, frame, url)
        if (this.hash !== hash) announced.push(!quiet)
      },
  )
  const history = Object.getPrototypeOf(window.history) as History
  for (const key of ['pushState', 'replaceState'] as const) {
    wrap<History['pushState']>(
      history,
      key,
      (original) =>
        function (this: History, state, ...args) {
          const copy = structuredClone(state)
          quietly(() => original.call(this, copy, ...args))
        },
    )
  }
  wrapGetter<History, unknown>(
    history,
    'state',
    () => () => entriesOf(window)?.currentItem.state ?? null,
  )
  installFragments(location)
  installSending(window)
}

function sameDocument(location: Location, url: unknown): URL | null {
  const base = document.baseURI
  if (!URL.canParse(String(url), base)) return null
  const target = new URL(String(url), base)
  const [here] = location.href.split('#')
  const [there, fragment] = target.href.split('#')
  return here === there && fragment !== undefined ? target : null
}

function installFragments(location: Location): void {
  wrapSetter<Location, string>(
    location,
    'hash',
    (original) =>
      function (hash) {
        withoutState(() => original.call(this, hash))
      },
  )
  wrapSetter<Location, string>(
    location,
    'href',
    (original) =>
      function (url) {
        const target = sameDocument(this, url)
        if (target) this.hash = target.hash
        else original.call(this, url)
      },
  )
  wrap<Location['replace']>(
    location,
    'replace',
    (original) =>
      function (this: Location, url) {
        const target = sameDocument(this, url)
        if (!target) return original.call(this, url)
        replacing = true
        try {
          this.hash = target.hash
        } finally {
          replacing = false
        }
      },
  )
  wrap<HistoryItemList['push']>(
    HistoryItemList.prototype,
    'push',
    (original) =>
      function (this: HistoryItemList, item) {
        const entry = stateless ? { ...item, state: null } : item
        if (replacing) this.replace(entry)
        else original.call(this, entry)
      },
  )
}

let stateless = false
let replacing = false

function withoutState(work: () => void): void {
  stateless = true
  try {
    work()
  } finally {
    stateless = false
  }
}

function installSending(window: InnerWindow): void {
  let popped = false
  const { prototype } = window.EventTarget
  const send = (event: unknown) => prototype.dispatchEvent.call(window, event as Event)
  window.dispatchEvent = function (event: Event) {
    // Scripts dispatch through the global, not through happy-dom's window.
    if (this !== window || inner<InnerEvent>(event)[S.dispatching]) return send(event)
    if (event.type === 'popstate') popped = true
    if (event.type === 'hashchange') {
      if (announced.shift() === false) return true
      if (!popped) send(new PopStateEvent('popstate', { state: null }))
      popped = false
    }
    return send(event)
  }
}
