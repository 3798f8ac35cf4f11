// The history for browsers and frames without the Navigation API. Reports navigations after the
// address has changed. Marks each entry, to know how far the reader went.

import { hashbangScheme, type Scheme } from '../../scheme.ts'
import { withAnchor } from '../anchor.ts'
import { isLink, urlOf } from '../watch-links.ts'
import { type Addresses, addressesOf, type Upgrade } from './address.ts'
import type { GoOptions, History, NavigationOutcome, Visit, Visitor } from './history.ts'
import { Scrolls } from './scroll-positions.ts'

/** The mark in each entry, under `KEY`. */
interface Mark {
  /** Counts entries from the first one. */
  readonly index: number
  /** Of the document that began to count. */
  readonly since?: number
  readonly historyState?: unknown
}

type Position = readonly [x: number, y: number]

interface Entry {
  readonly index: number
  /** The index in its mark; undefined if none could be written. */
  readonly marked: number | undefined
  readonly url: string
}

type Change = 'added' | 'replaced' | 'unknown'

const KEY = 'hashbang'
/** Browsers' limit of entries. */
const MOST_ENTRIES = 50
/** Most ms for the step back after a cancelled visit, which some browsers drop. */
const RETURN_MS = 1000

const position = (): Position => [window.scrollX, window.scrollY]
const currentMark = (): Mark | undefined => history.state?.[KEY]

export const hashHistory = (scheme: Scheme = hashbangScheme, upgrade?: Upgrade): History =>
  new HashHistory(addressesOf(scheme, upgrade))

class HashHistory implements History {
  readonly #addresses: Addresses
  readonly #scrolls = new Scrolls()
  #since = performance.timeOrigin
  #entry: Entry = { index: 0, marked: undefined, url: '' }
  // Some browsers have already scrolled to the new address's id when the event fires.
  #scroll = position()
  // The index of the last entry, NaN if unknown, and the length of the history then.
  #last = 0
  #length = history.length
  // The entry of a cancelled visit, until the reader is back.
  #undone: Entry | undefined
  // Whether that entry may have replaced the reader's.
  #isDoubted = false
  #returned = Promise.resolve()
  #arrive = () => {}
  #walking = false
  #newest = new AbortController()
  #visitor: Visitor | undefined

  constructor(addresses: Addresses) {
    this.#addresses = addresses
  }

  // After a cancelled visit: the state to which the reader returns.
  read() {
    return this.#addresses.read(this.#visitor ? this.#entry.url : location.href)?.state ?? ''
  }

  get historyState() {
    return currentMark()?.historyState
  }

  resume() {
    return this.#report('resume', this.#entry, position())
  }

  // The index alone would also name entries of other visits in the tab.
  #keyOf(index: number): string {
    return `${this.#since} ${index}`
  }

  #rewrite(url: string): void {
    this.#write({ ...currentMark(), index: this.#entry.index }, url)
  }

  #write(mark: Mark, url: string, push = false): void {
    const state = { ...(push ? {} : history.state), [KEY]: { ...mark, since: this.#since } }
    let written = url
    try {
      history[push ? 'pushState' : 'replaceState'](state, '', url)
    } catch {
      // In a sandbox, or over WebKit's limit of 100 calls in 10 s: no mark.
      if (location.href !== url) written = this.#walk(url, push)
    }
    this.#entry = { index: mark.index, marked: currentMark()?.index, url: written }
    if (push) this.#added(mark.index)
  }

  // A new entry removes all later ones.
  #added(index: number): void {
    this.#last = index
    this.#length = history.length
  }

  // No event reports whether a change in an entry added one.
  #changeSince(index: number): Change {
    const before = this.#length
    this.#length = history.length
    if (this.#length !== before) return 'added'
    const after = this.#last - index
    // A new entry in place of the only later one leaves the same length.
    const isKnown = after !== 1 && after < MOST_ENTRIES && before < MOST_ENTRIES
    return isKnown ? 'replaced' : 'unknown'
  }

  #walk(url: string, push: boolean): string {
    // An address without a fragment would reload the document.
    const bare = !url.includes('#') && this.#addresses.read(`${url}#!`)?.anchor === null
    const to = bare ? `${url}#!` : url
    // WebKit fires the event before the call returns.
    this.#walking = true
    try {
      location[push ? 'assign' : 'replace'](to)
    } catch {
      // Limited too: the page appears, and the next call sets its address.
    }
    this.#walking = false
    return to
  }

  #report(type: Visit['type'], from: Entry, left: Position, change: Change = 'added') {
    this.#newest.abort()
    this.#newest = new AbortController()
    const { signal } = this.#newest
    if (type !== 'load') this.#scrolls.leave(this.#keyOf(from.index), ...left)
    const address = this.#addresses.read(this.#entry.url)
    if (address?.moved) this.#rewrite(this.#addresses.write(address.state ?? ''))
    const { index } = this.#entry
    const visit: Visit = {
      state: address?.state ?? '',
      anchor: address?.anchor ?? null,
      type,
      signal,
      animated: false,
      returns: type === 'load' && this.#scrolls.has(this.#keyOf(index)),
      commit: async () => {},
      replace: (state) => this.#rewrite(this.#addresses.replacement(state)),
      cancel: async () => {
        // No call removes the entry: it becomes one of the current page.
        if (type !== 'traverse') this.#rewrite(from.url)
        this.#isDoubted = change === 'unknown'
        // The entry before may be another document's.
        if (type === 'replace' || (this.#isDoubted && from.index === 0)) return
        this.#undone = this.#entry
        this.#entry = from
        this.#returned = new Promise((resolve) => {
          this.#arrive = resolve
        })
        history.go(from.index - index)
        const timer = setTimeout(() => this.#stay(index, from.url), RETURN_MS)
        void this.#returned.then(() => clearTimeout(timer))
      },
      scroll: () => {
        const isOld = type === 'traverse' || type === 'load'
        const isRestored = isOld && this.#scrolls.restore(this.#keyOf(index))
        if (!isRestored && type !== 'load') window.scrollTo(0, 0)
      },
    }
    return this.#scrolls.show(visit, this.#visitor)
  }

  #back(): void {
    this.#undone = undefined
    this.#arrive()
  }

  // The browser dropped the step back: the entry gets the shown page's address.
  #stay(index: number, url: string): void {
    this.#write({ ...currentMark(), index }, url)
    this.#back()
  }

  async go(state: string, { replace, historyState }: GoOptions): Promise<NavigationOutcome> {
    if (this.#undone) {
      await this.#returned
      if (!this.#visitor) return 'superseded'
    }
    const from = this.#entry
    const url = this.#addresses.write(state)
    const same = replace || url === from.url
    this.#write({ index: from.index + (same ? 0 : 1), historyState }, url, !same)
    return this.#report(same ? 'replace' : 'push', from, position())
  }

  #onEvent = (): void => {
    if (this.#walking) return
    const url = location.href
    const mark = currentMark()
    const from = this.#entry
    const undone = this.#undone
    // Both events report one navigation, and the last of several changes first.
    const seen = url === from.url && mark?.index === from.marked
    if (!seen && undone && (mark ? mark.index === undone.marked : url === undone.url)) return
    if (undone && this.#isDoubted && mark?.index === from.index - 1) {
      // The visit had replaced the entry, so the step back went too far.
      this.#isDoubted = false
      this.#entry = { ...undone, index: from.index }
      this.#undone = { index: mark.index, marked: mark.index, url }
      history.go(1)
      return
    }
    this.#back()
    if (seen && mark && mark.index !== from.index) this.#rewrite(url)
    if (!seen) this.#arriveAt(url, mark)
  }

  #arriveAt(url: string, mark: Mark | undefined): void {
    const addresses = this.#addresses
    const from = this.#entry
    const counted = this.#changeSince(from.index)
    const change = mark ? 'added' : counted
    // WebKit keeps the mark of an entry whose address the app replaces.
    const replaced = mark ? mark.index === from.marked : url === from.url || change === 'replaced'
    const type = replaced ? 'replace' : mark ? 'traverse' : 'push'
    const index = from.index + (replaced ? 0 : 1)
    if (type === 'push') this.#added(index)
    const address = addresses.read(url)
    // A sign-in response to this page is no navigation.
    if (address === null && addresses.samePage(from.url)) {
      this.#write({ index: mark?.index ?? index }, url)
      return
    }
    const shown = addresses.read(from.url)?.state
    const isId = address?.state === null
    const isBeside = isId && type !== 'traverse' && shown
    if (isBeside) this.#write({ index }, addresses.write(withAnchor(shown, address.anchor)))
    else if (mark) this.#entry = { index: mark.index, marked: mark.index, url }
    else this.#write({ index }, url)
    void this.#report(type, from, isId ? this.#scroll : position(), change)
  }

  #onClick = (event: MouseEvent): void => {
    const clicked = clickedLink(event, this.#addresses, this.read())
    if (clicked?.state === null) location.href = clicked.url
    else if (clicked) void this.go(clicked.state, { replace: false })
  }

  listen(visitor: Visitor) {
    this.#visitor = visitor
    const mark = currentMark()
    this.#since = mark?.since ?? this.#since
    this.#write({ ...mark, index: mark?.index ?? 0 }, location.href)
    // A visited entry may have later ones.
    this.#added(mark ? Number.NaN : 0)
    this.#scrolls.load()
    const before = history.scrollRestoration
    history.scrollRestoration = 'manual'
    const end = new AbortController()
    const on = (type: string, listener: (event: never) => unknown) =>
      window.addEventListener(type, listener as EventListener, end)
    on('popstate', this.#onEvent)
    on('hashchange', this.#onEvent)
    on('click', this.#onClick)
    on('pagehide', () => {
      this.#scrolls.keep(this.#keyOf(this.#entry.index), ...position())
      this.#scrolls.save()
    })
    on('scroll', () => {
      this.#scroll = position()
    })
    void this.#report('load', this.#entry, position())
    return () => {
      end.abort()
      history.scrollRestoration = before
      this.#visitor = undefined
      this.#back()
      this.#newest.abort()
    }
  }
}

// Prevents a click on a link that the browser would lead elsewhere, and returns its target.
function clickedLink(event: MouseEvent, addresses: Addresses, shown: string) {
  const link = event.composedPath().find(isLink)
  const modified = event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey
  if (!link || modified || event.defaultPrevented) return
  if (!/^(_self)?$/i.test(link.getAttribute('target') ?? '') || link.hasAttribute('download'))
    return
  const href = urlOf(link)
  const url = addresses.follow(link, href)
  const address = url && addresses.read(url)
  if (!address) return
  // The browser would add an entry for each click on an id.
  const state = address.state ?? ((shown && withAnchor(shown, address.anchor)) || null)
  // A link to the shown address fires no event.
  const isFollowed = address.state === state && url === href && url !== location.href
  if (isFollowed && url.includes('#') && addresses.samePage(url)) return
  event.preventDefault()
  return { url, state }
}
