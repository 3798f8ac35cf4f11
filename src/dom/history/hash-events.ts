// The history of a browser without the Navigation API, or of a frame whose sandbox takes it away: reports
// navigations by `popstate` and `hashchange`, after the address has changed.
// In: those events. Out: visits. Keeps a mark in each entry of the session history, by which it knows
// how far the reader went; where no mark can be kept, every navigation is one to a new entry.

import { hashbang, type Scheme } from '../../scheme.ts'
import { withAnchor } from '../anchor.ts'
import { addresses, type Upgrade } from './address.ts'
import { clickedLink } from './clicked-link.ts'
import { type Change, EntryCount } from './entry-count.ts'
import { Scrolls } from './scroll-positions.ts'
import type { GoOptions, History, NavigationOutcome, Visit, Visitor } from './types.ts'

/** What is kept in each entry of the session history, under `KEY`. */
interface Mark {
  /** Counts entries, from where the reader came in. */
  readonly index: number
  readonly historyState?: unknown
  readonly scroll?: readonly [x: number, y: number]
}

/** Where the reader is. */
interface Spot {
  readonly index: number
  /** The index in the entry's mark; another than `index`, or undefined, where none could be written. */
  readonly marked: number | undefined
  readonly url: string
}

const KEY = 'hashbang'
/** How long a step back may take that undoes a cancelled visit, in ms; some browsers drop one now and then. */
const RETURN_MS = 1000

/** Makes the history over hash events. */
export function hashHistory(
  window: Window & typeof globalThis,
  scheme: Scheme = hashbang,
  upgrade?: Upgrade,
): History {
  const { location, history } = window
  const at = addresses(window, scheme, upgrade)
  // By where the reader is going to be when a cancelled visit is undone.
  const read = () => at.read(visitor ? here.url : location.href)?.state ?? ''
  const markHere = (): Mark | undefined => history.state?.[KEY]
  const scrolls = new Scrolls()
  const position = () => [window.scrollX, window.scrollY] as const
  let here: Spot = { index: 0, marked: undefined, url: '' }
  // By an event of the history some browsers have scrolled to an id of the new address already.
  let scroll = position()
  let entries = new EntryCount(history, 0)
  // The entry that a cancelled visit came to, until the reader is back from it.
  let undone: Spot | undefined
  // Whether that entry may have taken the place of the one that the reader was in.
  let isDoubted = false
  let returned = Promise.resolve()
  let arrive = () => {}
  let walking = false
  let newest = new AbortController()
  let visitor: Visitor | undefined

  function write(mark: Mark, url: string, push = false): void {
    const state = { ...(push ? {} : history.state), [KEY]: mark }
    let written = url
    try {
      if (push) history.pushState(state, '', url)
      else history.replaceState(state, '', url)
    } catch {
      // A sandbox, or a browser that counts such calls (WebKit: 100 in 10 s): without a mark then, but at the address.
      if (location.href !== url) written = walk(url, push)
    }
    here = { index: mark.index, marked: markHere()?.index, url: written }
    if (push) entries.add(mark.index)
  }

  function walk(url: string, push: boolean): string {
    // An address without a fragment would load the document again; with `#!` it is that of the same state.
    const bare = !url.includes('#') && at.read(`${url}#!`)?.anchor === null
    const to = bare ? `${url}#!` : url
    // WebKit tells of it before it returns.
    walking = true
    try {
      location[push ? 'assign' : 'replace'](to)
    } catch {
      // A browser that counts these too: the page comes, and its address with the next.
    }
    walking = false
    return to
  }

  const rewrite = (url: string) => write({ ...markHere(), index: here.index }, url)

  // Reports the navigation that has brought us to where `here` now is.
  function report(
    type: Visit['type'],
    from: Spot,
    left: readonly [x: number, y: number],
    change: Change = 'added',
  ): Promise<NavigationOutcome> {
    newest.abort()
    const controller = new AbortController()
    newest = controller
    scrolls.leave(from.index, ...left)
    const place = at.read(here.url)
    if (place?.moved) rewrite(at.write(place.state ?? ''))
    const visited = here
    const { index } = visited
    const visit: Visit = {
      state: place?.state ?? '',
      anchor: place?.anchor ?? null,
      type,
      signal: controller.signal,
      animated: false,
      commit: () => Promise.resolve(),
      replace: (state) => rewrite(at.instead(state)),
      async cancel() {
        // Nothing takes an entry away: a reader who comes to it again finds what is shown now.
        if (type !== 'traverse') rewrite(from.url)
        isDoubted = change === 'unknown'
        // The entry before may be one of another document.
        if (type === 'replace' || (isDoubted && from.index === 0)) return
        undone = here
        here = from
        returned = new Promise((resolve) => {
          arrive = resolve
        })
        history.go(from.index - index)
        const timer = setTimeout(() => stay(index, from.url), RETURN_MS)
        void returned.then(() => clearTimeout(timer))
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

  // The browser has dropped the step back: the entry that the reader is in gets the address of what is shown.
  function stay(index: number, url: string): void {
    undone = undefined
    write({ ...markHere(), index }, url)
    arrive()
  }

  async function go(state: string, { replace, historyState }: GoOptions) {
    if (undone) {
      await returned
      if (!visitor) return 'superseded'
    }
    const from = here
    const url = at.write(state)
    const same = replace || url === from.url
    write({ index: from.index + (same ? 0 : 1), historyState }, url, !same)
    return report(same ? 'replace' : 'push', from, position())
  }

  function onEvent(): void {
    if (walking) return
    const url = location.href
    const mark = markHere()
    // Seen before: both events tell of one navigation, and the last of several changes is told of first.
    const seen = url === here.url && mark?.index === here.marked
    if (!seen && undone && (mark ? mark.index === undone.marked : url === undone.url)) return
    if (undone && isDoubted && mark?.index === here.index - 1) {
      // It had taken that place: the step back has led beyond it.
      isDoubted = false
      here = { ...undone, index: here.index }
      undone = { index: mark.index, marked: mark.index, url }
      history.go(1)
      return
    }
    undone = undefined
    arrive()
    if (seen && mark && mark.index !== here.index) rewrite(url)
    if (seen) return
    const from = here
    const told = entries.since(from.index)
    const change = mark ? 'added' : told
    // WebKit leaves the mark in an entry whose address the app replaces by itself.
    const replaced = mark ? mark.index === from.marked : url === from.url || change === 'replaced'
    const type = replaced ? 'replace' : mark ? 'traverse' : 'push'
    const index = from.index + (replaced ? 0 : 1)
    if (type === 'push') entries.add(index)
    const place = at.read(url)
    // What a sign-in service has sent to this page is no navigation.
    if (place === null && at.samePage(from.url)) {
      write({ index: mark?.index ?? index }, url)
      return
    }
    const shown = at.read(from.url)?.state
    if (place?.state === null && type !== 'traverse' && shown) {
      write({ index }, at.write(withAnchor(shown, place.anchor)))
      void report(type, from, scroll, change)
      return
    }
    if (mark) here = { index: mark.index, marked: mark.index, url }
    else write({ index }, url)
    void report(type, from, place?.state === null ? scroll : position(), change)
  }

  function onClick(event: MouseEvent): void {
    const clicked = clickedLink(event, at)
    if (clicked?.state === null) location.href = clicked.url
    else if (clicked) void go(clicked.state, { replace: false })
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
    resume: () => report('resume', here, position()),
    listen(given) {
      visitor = given
      const mark = markHere()
      write({ ...mark, index: mark?.index ?? 0 }, location.href)
      // Where the reader has been before, others may come after.
      entries = new EntryCount(history, mark ? Number.POSITIVE_INFINITY : 0)
      if (mark?.scroll) scrolls.keep(here.index, ...mark.scroll)
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
        undone = undefined
        arrive()
        newest.abort()
      }
    },
  }
}
