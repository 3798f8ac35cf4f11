/**
 * The session history of a page. A new fragment makes an entry without state, and fires popstate,
 * then hashchange. `pushState` and `replaceState` fire neither. Steps through the history come in a
 * task of their own.
 * https://html.spec.whatwg.org/multipage/browsing-the-web.html#navigate-fragid
 * https://html.spec.whatwg.org/multipage/nav-history-apis.html#the-history-interface
 * happy-dom sends hashchange on pushState; not reported. Report: docs/happy-dom/push-state.md
 * It sends no popstate and keeps the state: capricorn86/happy-dom#2381, #1846.
 */
import { HashChangeEvent, Location, PopStateEvent, WindowBrowserContext } from '#happy-dom'
import { define, type InnerWindow, inner, override, S } from '../internals.ts'

interface Entry {
  readonly url: string
  /** A copy that no script reaches. */
  readonly state: unknown
  scrollRestoration: ScrollRestoration
}

/** In the tab of a browser another page came before; nothing leads there from a snapshot. */
const BEFORE = 1
const MOST_ENTRIES = 50 - BEFORE
/** A step asks the browser's own process: tasks that the page has queued come first. */
const STEP_MS = 1

class SessionHistory {
  #entries: Entry[] = []
  #at = 0
  /** The entry that steps which have not come yet lead to. */
  #ahead: Entry | undefined
  /** Until a page has loaded, its new fragments make no entries. */
  isLoading = false
  state: unknown = null
  readonly #window: InnerWindow
  readonly #move: (url: string) => void

  constructor(window: InnerWindow) {
    this.#window = window
    const frame = new WindowBrowserContext(window as never).getBrowserFrame()
    this.#move = (url) => inner<Movable>(window.location)[S.setURL](frame, url)
  }

  get length(): number {
    return this.#entries.length + BEFORE
  }

  get entry(): Entry {
    return this.#entries[this.#at] as Entry
  }

  begin(): void {
    this.#ahead = undefined
    this.#at = 0
    this.isLoading = false
    this.state = null
    const { href: url } = this.#window.location
    this.#entries = [{ url, state: null, scrollRestoration: 'auto' }]
  }

  write(url: string, state: unknown, isNew: boolean): void {
    const { scrollRestoration } = this.entry
    const copy = structuredClone(state)
    this.#move(url)
    if (isNew) this.#at += 1
    this.#entries.splice(this.#at, isNew ? Number.POSITIVE_INFINITY : 1, {
      ...{ url, state: copy, scrollRestoration },
    })
    if (this.#entries.length > MOST_ENTRIES) {
      this.#entries.shift()
      this.#at -= 1
    }
    this.state = structuredClone(copy)
  }

  toFragment(url: string, isReplacing: boolean): void {
    const { href } = this.#window.location
    const isSame = url === href
    this.write(url, isSame ? this.state : null, !isReplacing && !this.isLoading && !isSame)
    this.#tell(href)
  }

  go(delta: number): void {
    const from = this.#ahead ? this.#entries.indexOf(this.#ahead) : -1
    const target = this.#entries[(from < 0 ? this.#at : from) + delta]
    if (!target) return
    this.#ahead = target
    this.#window.setTimeout(() => this.#arrive(target), STEP_MS)
  }

  #arrive(target: Entry): void {
    if (this.#ahead === target) this.#ahead = undefined
    const at = this.#entries.indexOf(target)
    if (at < 0) return
    const { href } = this.#window.location
    this.#at = at
    this.state = structuredClone(target.state)
    this.#move(target.url)
    this.#tell(href)
  }

  #tell(oldURL: string): void {
    const window = this.#window
    const { href: newURL } = window.location
    const { state } = this
    window.dispatchEvent(new PopStateEvent('popstate', { state: state as object }) as never)
    if (new URL(oldURL).hash === new URL(newURL).hash) return
    const change = new HashChangeEvent('hashchange', { oldURL, newURL })
    window.setTimeout(() => window.dispatchEvent(change as never))
  }
}

interface Movable {
  [S.setURL](frame: unknown, url: string): void
}

let session: SessionHistory | undefined

/** Begins the history of a page at the window's address. */
export const beginHistory = (): void => session?.begin()

/** Whether the page loads: a browser then adds no entries for fragments. */
export function setLoading(isLoading: boolean): void {
  if (session) session.isLoading = isLoading
}

export function installHistory(window: InnerWindow): void {
  const own = new SessionHistory(window)
  session = own
  own.begin()
  define(Object.getPrototypeOf(window.history), {
    back: () => own.go(-1),
    forward: () => own.go(1),
    go(delta?: unknown) {
      const by = Math.trunc(Number(delta)) || 0
      if (by === 0) window.location.reload()
      else own.go(by)
    },
    pushState: writer(window, own, 'pushState'),
    replaceState: writer(window, own, 'replaceState'),
    get length() {
      return own.length
    },
    get state() {
      return own.state
    },
    get scrollRestoration() {
      return own.entry.scrollRestoration
    },
    set scrollRestoration(value: unknown) {
      if (value === 'auto' || value === 'manual') own.entry.scrollRestoration = value
    },
  })
  installFragments(own)
}

function writer(window: InnerWindow, own: SessionHistory, name: 'pushState' | 'replaceState') {
  const write = (...args: [state: unknown, unused: string, url?: string | URL | null]) => {
    const [state, , url] = args
    const fail = (why: string) => `Failed to execute '${name}' on 'History': ${why}`
    if (args.length < 2)
      throw new TypeError(fail(`2 arguments required, but only ${args.length} present.`))
    const { href, origin } = window.location
    const base = window.document.baseURI
    const given = (url ?? '') === '' ? href : String(url)
    const target = URL.canParse(given, base) ? new URL(given, base) : undefined
    if (target?.origin !== origin)
      throw new window.DOMException(fail(`'${url}' is of another origin.`), 'SecurityError')
    own.write(target.href, state, name === 'pushState')
  }
  return { [name]: write }[name]
}

function sameDocument(location: Location, url: unknown): string | null {
  const base = document.baseURI
  if (!URL.canParse(String(url), base)) return null
  const { href } = new URL(String(url), base)
  const [here] = location.href.split('#')
  const [there, fragment] = href.split('#')
  return here === there && fragment !== undefined ? href : null
}

function installFragments(own: SessionHistory): void {
  const location = Location.prototype
  override<Location>(location, {
    set hash(hash: string) {
      const url = new URL(this.href)
      const before = url.hash
      url.hash = hash
      if (url.hash !== before) own.toFragment(url.hash ? url.href : `${url.href}#`, false)
    },
    set href(url: string) {
      const target = sameDocument(this, url)
      if (target === null) super.href = url
      else own.toFragment(target, false)
    },
    replace(url) {
      const target = sameDocument(this, url)
      if (target === null) super.replace(url)
      else own.toFragment(target, true)
    },
  })
}
