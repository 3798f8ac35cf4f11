// The history of a browser without the Navigation API, or of a frame whose sandbox takes it away: reports
// navigations by `popstate` and `hashchange`, after the address has changed.
// In: those events. Out: visits. Keeps a mark in each entry of the session history, by which it knows
// how far the reader went; where no mark can be kept, every navigation is one to a new entry.

import { hashbang, type Scheme } from '../scheme.ts'
import { addresses, type Upgrade } from './address.ts'
import { withAnchor } from './anchor.ts'
import type { GoOptions, History, NavigationOutcome, Visit, Visitor } from './history.ts'
import { Scrolls } from './scrolls.ts'

/** What is kept in each entry of the session history, under `KEY`. */
interface Mark {
  /** Counts entries, from where the reader came in. */
  readonly index: number
  readonly historyState?: unknown
  readonly scroll?: readonly [x: number, y: number]
}

const KEY = 'hashbang'

/** Makes the history over hash events. */
export function hashHistory(
  window: Window & typeof globalThis,
  scheme: Scheme = hashbang,
  upgrade?: Upgrade,
): History {
  const { location, history } = window
  const at = addresses(window, scheme, upgrade)
  const read = () => at.read(location.href)?.state ?? ''
  const markHere = (): Mark | undefined => history.state?.[KEY]
  const scrolls = new Scrolls()
  const position = () => [window.scrollX, window.scrollY] as const
  let here = { index: 0, url: '' }
  // By an event of the history some browsers have scrolled to an id of the new address already.
  let scroll = position()
  // The entry that a cancelled visit came to, until the reader is back from it.
  let undone: number | undefined
  let newest = new AbortController()
  let visitor: Visitor | undefined

  function write(mark: Mark, url: string, push = false): void {
    const state = { ...(push ? {} : history.state), [KEY]: mark }
    try {
      if (push) history.pushState(state, '', url)
      else history.replaceState(state, '', url)
    } catch {
      // A sandbox, or a browser that counts such calls: without a mark then, but at the address.
      if (location.href !== url) location.replace(url)
    }
  }

  function rewrite(url: string): void {
    here = { ...here, url }
    write({ ...markHere(), index: here.index }, url)
  }

  // Reports the navigation that has brought us to where `here` now is.
  function report(
    type: Visit['type'],
    from: typeof here,
    left: readonly [x: number, y: number],
  ): Promise<NavigationOutcome> {
    newest.abort()
    const controller = new AbortController()
    newest = controller
    scrolls.leave(from.index, ...left)
    const place = at.read(here.url)
    if (place?.moved) rewrite(at.write(place.state ?? ''))
    const { index } = here
    const visit: Visit = {
      state: place?.state ?? '',
      anchor: place?.anchor ?? null,
      type,
      signal: controller.signal,
      animated: false,
      commit: () => Promise.resolve(),
      replace: (state) => rewrite(at.write(state)),
      cancel() {
        here = from
        if (type === 'replace') rewrite(from.url)
        else {
          undone = index
          history.go(from.index - index)
        }
      },
      scroll() {
        const known = (type === 'traverse' || type === 'load') && scrolls.restore(index)
        if (!known && type !== 'load') window.scrollTo(0, 0)
      },
    }
    const outcome = visitor?.visit(visit) ?? Promise.resolve('superseded')
    void outcome.then((what) => what === 'superseded' || scrolls.settle())
    return outcome
  }

  async function go(state: string, { replace, historyState }: GoOptions) {
    const from = here
    const url = at.write(state)
    const same = replace || url === from.url
    here = { url, index: from.index + (same ? 0 : 1) }
    write({ index: here.index, historyState }, url, !same)
    return report(same ? 'replace' : 'push', from, position())
  }

  function onEvent(): void {
    const url = location.href
    const mark = markHere()
    // Seen before: both events tell of one navigation, and the last of several changes is told of first.
    const seen = url === here.url && mark?.index === here.index
    if (!seen && mark && mark.index === undone) return
    undone = undefined
    if (seen) return
    const from = here
    const place = at.read(url)
    if (place?.state === null && mark === undefined && at.read(from.url)?.state) {
      here = { ...from, url }
      rewrite(at.write(withAnchor(at.read(from.url)?.state ?? '', place.anchor)))
      here.index = from.index + 1
      write({ index: here.index }, here.url)
      void report('push', from, scroll)
      return
    }
    const type = mark ? 'traverse' : url === from.url ? 'replace' : 'push'
    here = { url, index: mark?.index ?? from.index + (type === 'push' ? 1 : 0) }
    if (!mark) write({ index: here.index }, url)
    void report(type, from, place?.state === null ? scroll : position())
  }

  // The browser itself does what it should with `#!…`; but not under `<base>`, nor with another path.
  function onClick(event: MouseEvent): void {
    const link = event.composedPath().find((node) => node instanceof HTMLAnchorElement)
    const modified =
      event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey
    if (!link || modified || event.defaultPrevented) return
    if ((link.target && link.target !== '_self') || link.hasAttribute('download')) return
    const url = at.follow(link, link.href)
    if (url === link.href && url.includes('#') && at.samePage(url)) return
    const state = at.read(url)?.state
    if (state === undefined) return
    event.preventDefault()
    if (state === null) location.href = url
    else void go(state, { replace: false })
  }

  const onScroll = () => {
    scroll = position()
  }
  const onHide = () => write({ ...markHere(), index: here.index, scroll: position() }, here.url)

  return {
    read,
    get historyState() {
      return markHere()?.historyState
    },
    go,
    listen(given) {
      visitor = given
      const mark = markHere()
      here = { index: mark?.index ?? 0, url: location.href }
      if (mark?.scroll) scrolls.keep(here.index, ...mark.scroll)
      write({ ...mark, index: here.index }, here.url)
      const before = history.scrollRestoration
      history.scrollRestoration = 'manual'
      window.addEventListener('popstate', onEvent)
      window.addEventListener('hashchange', onEvent)
      window.addEventListener('click', onClick)
      window.addEventListener('pagehide', onHide)
      window.addEventListener('scroll', onScroll, { passive: true })
      void report('load', here, position())
      return () => {
        window.removeEventListener('popstate', onEvent)
        window.removeEventListener('hashchange', onEvent)
        window.removeEventListener('click', onClick)
        window.removeEventListener('pagehide', onHide)
        window.removeEventListener('scroll', onScroll)
        history.scrollRestoration = before
        visitor = undefined
        newest.abort()
      }
    },
  }
}
