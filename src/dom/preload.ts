// Preloads pages of hovered, touched or focused links, and views of visible ones.

import type { Followed } from '../follow.ts'
import type { AnyTable } from '../table.ts'
import { addressesOf } from './history/address.ts'
import { around, type Hooks, hooksOf } from './hooks.ts'
import type { AnyRouter } from './router-types.ts'
import { isLink, type Link, urlOf, watchLinks } from './watch-links.ts'

/** ms for which preloaded data is used. */
const KEEP_MS = 5000

/** Most cached pages; they are soon used or stale. */
const MAX_PAGES = 8

const INTENTS = ['pointerover', 'touchstart', 'focusin']

/**
 * Preloads until the returned function is called. Guards and loaders of a link's page run when the
 * link is hovered over, touched or focused, so they must only read. Guards run again when the link
 * is followed. The data is good for 5 s, or until another page is shown.
 */
export function preload(router: AnyRouter): () => void {
  const { connection } = navigator as { connection?: { saveData?: boolean } }
  if (connection?.saveData) return () => {}
  const hooks = hooksOf(router)
  const addresses = addressesOf(hooks.scheme)
  const stateOf = (link: Link) => {
    const url = addresses.follow(link, urlOf(link))
    return url === '' ? null : (addresses.read(url)?.state ?? null)
  }
  const pages = new PreloadedPages(hooks)
  // Data loaded for one page may not fit another reader.
  const unsubscribe = router.subscribe(() => pages.clear())

  const onIntent = (event: Event) => {
    const link = event.composedPath().find(isLink)
    const state = link && !link.hasAttribute('download') ? stateOf(link) : null
    if (state !== null && state !== router.page?.state && state !== router.pending)
      pages.load(state)
  }
  for (const type of INTENTS) document.addEventListener(type, onIntent, { passive: true })

  const visible = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting) continue
      visible.unobserve(target)
      whenIdle(() => importViews(hooks.table, stateOf(target as Link)))
    }
  })
  // Foreign links too: reading every address costs more than watching every link.
  const unwatch = watchLinks((link) => visible.observe(link))

  return () => {
    pages.close()
    for (const type of INTENTS) document.removeEventListener(type, onIntent)
    unsubscribe()
    visible.disconnect()
    unwatch()
  }
}

interface PreloadedPage {
  readonly followed: Promise<Followed>
  readonly until: number
  readonly stop: AbortController
}

/** Pages loaded ahead. Hands their data to the router's next navigation. */
class PreloadedPages {
  readonly #pages = new Map<string, PreloadedPage>()
  readonly #resolve: ReturnType<typeof resolver>
  readonly #unwrap: () => unknown

  constructor(hooks: Hooks) {
    // Before the wrapper below, and without the first page's.
    this.#resolve = resolver(hooks)
    this.#unwrap = around(hooks, 'resolve', (inner) => (state, options) => {
      const page = this.#take(state)
      if (!page) return inner(state, options)
      options.signal.addEventListener('abort', () => page.stop.abort())
      // Uses only loaders' data: guards run again, as the reader may have logged out.
      const ahead = async (target: string) => {
        const { page: loaded } = await page.followed
        return loaded.type === 'page' && loaded.state === target ? loaded : null
      }
      return inner(state, { ...options, ahead })
    })
  }

  load(state: string): void {
    if ((this.#pages.get(state)?.until ?? 0) > performance.now()) return
    this.#drop(state)
    const stop = new AbortController()
    const followed = this.#resolve(state, { signal: stop.signal })
    this.#pages.set(state, { followed, until: performance.now() + KEEP_MS, stop })
    for (const oldest of this.#pages.keys()) if (this.#pages.size > MAX_PAGES) this.#drop(oldest)
    // A failure may be over when the reader follows the link.
    void followed.then(({ page }) => page.type === 'failure' && this.#drop(state))
  }

  clear(): void {
    for (const state of [...this.#pages.keys()]) this.#drop(state)
  }

  close(): void {
    this.#unwrap()
    this.clear()
  }

  #take(state: string): PreloadedPage | undefined {
    const page = this.#pages.get(state)
    this.#pages.delete(state)
    return page && page.until >= performance.now() ? page : undefined
  }

  #drop(state: string): void {
    this.#pages.get(state)?.stop.abort()
    this.#pages.delete(state)
  }
}

const resolver = (hooks: Hooks) => hooks.step('resolve')

function importViews({ all, match }: AnyTable, state: string | null): void {
  const matched = state === null ? null : match(state)
  const { chain = [] } = (matched && all.get(matched.name)) ?? {}
  for (const { options } of chain) void options.view?.().catch(() => {})
}

// Safari has no requestIdleCallback.
const whenIdle = (work: () => void): unknown =>
  window.requestIdleCallback ? window.requestIdleCallback(work) : setTimeout(work, 200)
