// The history of a browser without the Navigation API, or of a frame whose sandbox takes it away: reports
// navigations by `popstate` and `hashchange`, after the address has changed.
// In: those events. Out: visits. Keeps a mark in each entry of the session history, by which it knows
// how far the reader went; where no mark can be kept, every navigation is one to a new entry.

import { hashbang, type Scheme } from '../scheme.ts'
import { withoutFragment } from '../url.ts'
import { addresses, type Upgrade } from './address.ts'
import { withAnchor } from './anchor.ts'
import type { GoOptions, History, NavigationOutcome, Visit, Visitor } from './history.ts'

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
  const scrolls = new Map<number, readonly [number, number]>()
  let here = { index: 0, url: '' }
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
  function report(type: Visit['type'], from: typeof here): Promise<NavigationOutcome> {
    newest.abort()
    const controller = new AbortController()
    newest = controller
    scrolls.set(from.index, [window.scrollX, window.scrollY])
    const place = at.read(here.url)
    if (place?.moved) rewrite(at.write(place.state ?? ''))
    const { index } = here
    const visit: Visit = {
      state: place?.state ?? '',
      anchor: place?.anchor ?? null,
      type,
      signal: controller.signal,
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
        const [x, y] = (type === 'push' ? undefined : scrolls.get(index)) ?? [0, 0]
        window.scrollTo(x, y)
      },
    }
    return visitor?.visit(visit) ?? Promise.resolve('superseded')
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
      void report('push', from)
      return
    }
    const type = mark ? 'traverse' : url === from.url ? 'replace' : 'push'
    here = { url, index: mark?.index ?? from.index + (type === 'push' ? 1 : 0) }
    if (!mark) write({ index: here.index }, url)
    void report(type, from)
  }

  // Under `<base>` a link `#…` leads elsewhere, which cannot have been meant.
  function onClick(event: MouseEvent): void {
    const link = event.composedPath().find((node) => node instanceof HTMLAnchorElement)
    const href = link?.getAttribute('href')
    const modified = event.button || event.metaKey || event.ctrlKey || event.shiftKey
    if (!link || !href?.startsWith('#') || at.read(link.href) || event.defaultPrevented) return
    if (modified || link.target || link.hasAttribute('download')) return
    event.preventDefault()
    location.href = withoutFragment(location.href) + href
  }

  const onHide = () =>
    write({ ...markHere(), index: here.index, scroll: [window.scrollX, window.scrollY] }, here.url)

  return {
    read,
    get historyState() {
      return markHere()?.historyState
    },
    async go(state: string, { replace, historyState }: GoOptions) {
      const from = here
      const url = at.write(state)
      const same = replace || url === from.url
      here = { url, index: from.index + (same ? 0 : 1) }
      write({ index: here.index, historyState }, url, !same)
      return report(same ? 'replace' : 'push', from)
    },
    listen(given) {
      visitor = given
      const mark = markHere()
      here = { index: mark?.index ?? 0, url: location.href }
      if (mark?.scroll) scrolls.set(here.index, mark.scroll)
      write({ ...mark, index: here.index }, here.url)
      const before = history.scrollRestoration
      history.scrollRestoration = 'manual'
      window.addEventListener('popstate', onEvent)
      window.addEventListener('hashchange', onEvent)
      window.addEventListener('click', onClick)
      window.addEventListener('pagehide', onHide)
      void report('load', here)
      return () => {
        window.removeEventListener('popstate', onEvent)
        window.removeEventListener('hashchange', onEvent)
        window.removeEventListener('click', onClick)
        window.removeEventListener('pagehide', onHide)
        history.scrollRestoration = before
        visitor = undefined
        newest.abort()
      }
    },
  }
}
