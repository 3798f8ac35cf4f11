/**
 * Keeps the session history of a page: entries, states and scroll restoration.
 * happy-dom sends hashchange on pushState; report: docs/happy-dom/push-state.md
 * happy-dom sends no popstate and keeps the state: capricorn86/happy-dom#2381, #1846.
 */
import { HappyDOM } from '#happy-dom'
import { define, type InnerWindow, override, S } from '../internals.ts'
import { perPage } from '../isolation/page-state.ts'
import { structuredClone } from '../isolation/structured-clone.ts'

interface HistoryEntry {
  readonly url: string
  readonly state: unknown
  scrollRestoration: ScrollRestoration
}

/** The entry before the page's first, as in a browser's tab. */
const EARLIER_ENTRIES = 1
const MAX_ENTRIES = 50 - EARLIER_ENTRIES
/** In a browser, tasks that the page has queued run before a step. */
const STEP_MS = 1

class SessionHistory {
  #entries: HistoryEntry[]
  #index = 0
  /** The entry that unfinished steps lead to. */
  #destination: HistoryEntry | undefined
  /** While the page loads, its new fragments make no entries. */
  isLoading = false
  state: unknown = null
  readonly #window: InnerWindow
  readonly #setUrl: (url: string) => void

  constructor(window: InnerWindow) {
    this.#window = window
    const frame = new HappyDOM.WindowBrowserContext(window).getBrowserFrame()
    this.#setUrl = (url) => window.location[S.setURL](frame, url)
    const { href: url } = window.location
    this.#entries = [{ url, state: null, scrollRestoration: 'auto' }]
  }

  get length(): number {
    return this.#entries.length + EARLIER_ENTRIES
  }

  get entry(): HistoryEntry {
    return this.#entries[this.#index] as HistoryEntry
  }

  write(url: string, state: unknown, entry: 'push' | 'replace'): void {
    const isNew = entry === 'push'
    const { scrollRestoration } = this.entry
    const copy = structuredClone(state)
    this.#setUrl(url)
    if (isNew) this.#index += 1
    this.#entries.splice(this.#index, isNew ? Number.POSITIVE_INFINITY : 1, {
      url,
      state: copy,
      scrollRestoration,
    })
    if (this.#entries.length > MAX_ENTRIES) {
      this.#entries.shift()
      this.#index -= 1
    }
    this.state = structuredClone(copy)
  }

  toFragment(url: string, entry: 'push' | 'replace'): void {
    const { href } = this.#window.location
    const isSame = url === href
    const isNew = entry === 'push' && !this.isLoading && !isSame
    this.write(url, isSame ? this.state : null, isNew ? 'push' : 'replace')
    this.#dispatchChange(href)
  }

  go(delta: number): void {
    const from = this.#destination ? this.#entries.indexOf(this.#destination) : -1
    const target = this.#entries[(from < 0 ? this.#index : from) + delta]
    if (!target) return
    this.#destination = target
    this.#window.setTimeout(() => this.#finishStep(target), STEP_MS)
  }

  #finishStep(target: HistoryEntry): void {
    if (this.#destination === target) this.#destination = undefined
    const index = this.#entries.indexOf(target)
    if (index < 0) return
    const { href } = this.#window.location
    this.#index = index
    this.state = structuredClone(target.state)
    this.#setUrl(target.url)
    this.#dispatchChange(href)
  }

  #dispatchChange(oldURL: string): void {
    const window = this.#window
    const { href: newURL } = window.location
    window.dispatchEvent(new HappyDOM.PopStateEvent('popstate', { state: this.state }))
    if (new URL(oldURL).hash === new URL(newURL).hash) return
    const change = new HappyDOM.HashChangeEvent('hashchange', { oldURL, newURL })
    window.setTimeout(() => window.dispatchEvent(change))
  }
}

/** The history of the page, which begins at the window's address. */
const sessionHistory = perPage(() => new SessionHistory(document[S.window]))

export function setLoading(isLoading: boolean): void {
  sessionHistory().isLoading = isLoading
}

/**
 * https://html.spec.whatwg.org/multipage/browsing-the-web.html#navigate-fragid
 * https://html.spec.whatwg.org/multipage/nav-history-apis.html#the-history-interface
 */
export function installHistory(window: InnerWindow): void {
  define(Object.getPrototypeOf(window.history), {
    back: () => sessionHistory().go(-1),
    forward: () => sessionHistory().go(1),
    go(delta?: unknown) {
      const by = Math.trunc(Number(delta)) || 0
      if (by === 0) window.location.reload()
      else sessionHistory().go(by)
    },
    pushState: writer(window, 'pushState'),
    replaceState: writer(window, 'replaceState'),
    get length() {
      return sessionHistory().length
    },
    get state() {
      return sessionHistory().state
    },
    get scrollRestoration() {
      return sessionHistory().entry.scrollRestoration
    },
    set scrollRestoration(value: unknown) {
      if (value === 'auto' || value === 'manual') sessionHistory().entry.scrollRestoration = value
    },
  })
  installFragments()
}

function writer(window: InnerWindow, name: 'pushState' | 'replaceState') {
  const write = (state: unknown, _: string, url?: string | URL | null) => {
    const fail = (why: string) => `Failed to execute '${name}' on 'History': ${why}`
    const { href, origin } = window.location
    const base = window.document.baseURI
    const requested = (url ?? '') === '' ? href : String(url)
    const target = URL.canParse(requested, base) ? new URL(requested, base) : undefined
    if (target?.origin !== origin)
      throw new window.DOMException(fail(`'${url}' is of another origin.`), 'SecurityError')
    sessionHistory().write(target.href, state, name === 'pushState' ? 'push' : 'replace')
  }
  return { [name]: write }[name]
}

function sameDocument(location: Location, url: unknown): string | null {
  const base = document.baseURI
  if (!URL.canParse(String(url), base)) return null
  const { href } = new URL(String(url), base)
  const [current] = location.href.split('#')
  const [target, fragment] = href.split('#')
  return current === target && fragment !== undefined ? href : null
}

function installFragments(): void {
  const location = HappyDOM.Location.prototype
  override<Location>(location, {
    set hash(hash: string) {
      const url = new URL(this.href)
      const before = url.hash
      url.hash = hash
      if (url.hash !== before)
        sessionHistory().toFragment(url.hash ? url.href : `${url.href}#`, 'push')
    },
    set href(url: string) {
      const target = sameDocument(this, url)
      if (target === null) super.href = url
      else sessionHistory().toFragment(target, 'push')
    },
    replace(url) {
      const target = sameDocument(this, url)
      if (target === null) super.replace(url)
      else sessionHistory().toFragment(target, 'replace')
    },
  })
}
