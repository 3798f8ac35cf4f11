// Preloads pages of hovered, touched or focused links, and views of visible ones.

import type { Followed } from '../follow.ts'
import { addresses } from './history/address.ts'
import { around, hooksOf } from './hooks.ts'
import type { AnyRouter } from './router.ts'
import { isLink, type Link, urlOf, watchLinks } from './watch-links.ts'

/** Ms for which preloaded data is used. */
const KEEP_MS = 5000

/** Most cached pages; they are soon used or stale. */
const MAX_KEPT = 8

interface PreloadedPage {
  readonly followed: Promise<Followed>
  readonly until: number
  readonly stop: AbortController
}

/**
 * Preloads until the returned function is called. A page's guards and loaders run when its link is
 * hovered over, touched or focused, so they must only read. Guards run again when the link is
 * followed. The data is good for 5 s, or until another page is shown.
 */
export function preload(router: AnyRouter): () => void {
  const { connection } = navigator as { connection?: { saveData?: boolean } }
  if (connection?.saveData) return () => {}
  const hooks = hooksOf(router)
  const { scheme, table } = hooks
  // Without the wrapper below, and without the first page's.
  const resolve = hooks.step('resolve')
  const at = addresses(window, scheme)
  const kept = new Map<string, PreloadedPage>()
  const stateOf = (link: Link) => {
    const url = at.follow(link, urlOf(link))
    return url === '' ? null : (at.read(url)?.state ?? null)
  }

  const dropAll = () => {
    for (const state of [...kept.keys()]) drop(state)
  }
  // Data loaded for one page may not fit another reader.
  const unsubscribe = router.subscribe(dropAll)

  function drop(state: string): void {
    kept.get(state)?.stop.abort()
    kept.delete(state)
  }

  function load(state: string): void {
    if (state === router.pending || (kept.get(state)?.until ?? 0) > performance.now()) return
    drop(state)
    const stop = new AbortController()
    const followed = resolve(state, { signal: stop.signal })
    kept.set(state, { followed, until: performance.now() + KEEP_MS, stop })
    for (const oldest of kept.keys()) if (kept.size > MAX_KEPT) drop(oldest)
    // A failure may be over when the reader follows the link.
    void followed.then(({ page }) => page.type === 'failure' && drop(state))
  }

  // Uses only loaders' data: guards run again, as the reader may have logged out.
  const unwrap = around(hooks, 'resolve', (inner) => (state, options) => {
    const one = kept.get(state)
    kept.delete(state)
    if (!one || one.until < performance.now()) return inner(state, options)
    options.signal.addEventListener('abort', () => one.stop.abort())
    const ahead = async (at: string) => {
      const { page } = await one.followed
      return page.type === 'page' && page.state === at ? page : null
    }
    return inner(state, { ...options, ahead })
  })

  const onIntent = (event: Event) => {
    const link = event.composedPath().find(isLink)
    const state = link && !link.hasAttribute('download') ? stateOf(link) : null
    if (state !== null && state !== router.page?.state) load(state)
  }
  const intents = ['pointerover', 'touchstart', 'focusin']
  for (const type of intents) document.addEventListener(type, onIntent, { passive: true })

  const visible = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting) continue
      visible.unobserve(target)
      whenIdle(() => importViews(stateOf(target as Link)))
    }
  })
  const importViews = (state: string | null) => {
    const match = state === null ? null : table.match(state)
    const chain = (match && table.all.get(match.name)?.chain) ?? []
    for (const { options } of chain) void options.view?.().catch(() => {})
  }
  const unwatch = watchLinks((link) => {
    if (stateOf(link) !== null) visible.observe(link)
  })

  return () => {
    unwrap()
    for (const type of intents) document.removeEventListener(type, onIntent)
    unsubscribe()
    dropAll()
    visible.disconnect()
    unwatch()
  }
}

// Safari has no requestIdleCallback.
const whenIdle = (work: () => void): unknown =>
  window.requestIdleCallback ? window.requestIdleCallback(work) : setTimeout(work, 200)
