// The history of a browser with the Navigation API: reports every navigation between states of this
// document, whatever started it. Native links need no click handler.
// In: navigate events. Out: visits. Leaves alone what leads out of the document, downloads and reloads.
// https://html.spec.whatwg.org/multipage/nav-history-apis.html#navigation-api

import { hashbang, type Scheme } from '../scheme.ts'
import { withoutFragment } from '../url.ts'
import { addresses, type Place, type Upgrade } from './address.ts'
import { withAnchor } from './anchor.ts'
import type { GoOptions, History, NavigationOutcome, Visit, Visitor } from './history.ts'
import { Scrolls } from './scrolls.ts'

/** Makes the history over `window.navigation`. */
export function navigationHistory(
  window: Window & typeof globalThis,
  scheme: Scheme = hashbang,
  upgrade?: Upgrade,
): History {
  const { navigation, location } = window
  const at = addresses(window, scheme, upgrade)
  const read = () => at.read(location.href)?.state ?? ''
  const scrolls = new Scrolls()
  let newest = new AbortController()
  // While we write an address ourselves: the event of that is no navigation.
  let silent = false

  function rewrite(url: string): void {
    silent = true
    window.history.replaceState(window.history.state, '', url)
    silent = false
  }

  function begin(): AbortController {
    newest.abort()
    newest = new AbortController()
    return newest
  }

  async function go(state: string, { replace, historyState }: GoOptions) {
    const info = new Answer<NavigationOutcome>()
    const { committed, finished } = navigation.navigate(at.write(state), {
      history: replace ? 'replace' : 'auto',
      state: historyState,
      info,
    })
    // Both reject when another navigation comes first, and then the visit may never have begun.
    const superseded = () => info.give('superseded')
    committed?.catch(superseded)
    finished?.catch(superseded)
    return info.given
  }

  function onNavigate(event: NavigateEvent, visitor: Visitor): void {
    const { navigationType: type, destination, sourceElement, info } = event
    if (silent || info === BACK || type === 'reload') return
    if (event.downloadRequest !== null || event.formData !== null) return
    const from = location.href
    const url = sourceElement ? at.follow(sourceElement, destination.url) : destination.url
    const place = at.read(url)
    if (place === null) return
    if (type !== 'traverse') {
      const beside = place.state === null && read() !== ''
      if (beside || place.moved || url !== destination.url) {
        event.preventDefault()
        const state = place.state ?? withAnchor(read(), place.anchor)
        // Not before this event is over, or its end would be the end of that navigation too.
        queueMicrotask(() => go(state, { replace: type === 'replace' }))
        return
      }
      // An id within the page that is shown is the browser's own affair.
      if (place.anchor !== null && withoutFragment(from) === withoutFragment(url)) return
    }
    if (event.canIntercept) intercept(event, place, from, visitor)
  }

  function intercept(event: NavigateEvent, place: Place, from: string, visitor: Visitor): void {
    const { navigationType: type, cancelable, destination, info } = event
    const state = place.state ?? ''
    const { currentEntry } = navigation
    scrolls.leave(currentEntry?.key, window.scrollX, window.scrollY)
    const controller = begin()
    const { signal } = controller
    event.signal.addEventListener('abort', () => silent || controller.abort())
    const asked = new Answer<void>()
    const committed = new Answer<void>()
    signal.addEventListener('abort', () => committed.give())
    let held: NavigationPrecommitController | undefined
    let after = place.moved ? at.write(state) : undefined
    let cancelled = false
    let outcome: Promise<NavigationOutcome> | undefined

    const visit: Visit = {
      ...{ state, anchor: place.anchor, type: type as Visit['type'], signal },
      animated: event.hasUAVisualTransition,
      commit() {
        asked.give()
        return held ? committed.given : Promise.resolve()
      },
      replace(state) {
        const url = at.write(state)
        if (held && type !== 'traverse') held.redirect(url)
        else if (held) after = url
        else rewrite(url)
      },
      cancel() {
        cancelled = true
        if (held) return
        if (type === 'replace') rewrite(from)
        else if (currentEntry) navigation.traverseTo(currentEntry.key, { info: BACK })
      },
      scroll() {
        if (type !== 'traverse') window.scrollTo(0, 0)
        // From another document the browser alone knows.
        else if (!scrolls.restore(destination.key) && !event.signal.aborted) event.scroll()
      },
    }
    const run = () => {
      outcome = visitor.visit(visit)
      void outcome.then((what) => what === 'superseded' || scrolls.settle())
      if (info instanceof Answer) info.give(outcome)
    }
    const hold = cancelable && 'NavigationPrecommitController' in window && visitor.holds(state)
    event.intercept({
      focusReset: 'manual',
      scroll: 'manual',
      ...(hold && {
        precommitHandler: async (precommit) => {
          held = precommit
          run()
          await Promise.race([outcome, asked.given])
          if (cancelled) throw new DOMException('Unsaved work', 'AbortError')
          held = undefined
        },
      }),
      handler: async () => {
        if (after) rewrite(after)
        committed.give()
        if (!hold) run()
        await outcome
      },
    })
  }

  return {
    read,
    get historyState() {
      return navigation.currentEntry?.getState()
    },
    go,
    listen(visitor) {
      const listener = (event: NavigateEvent) => onNavigate(event, visitor)
      navigation.addEventListener('navigate', listener)
      const place = at.read(location.href)
      if (place?.moved) rewrite(at.write(place.state ?? ''))
      void visitor.visit({
        state: place?.state ?? '',
        anchor: place?.anchor ?? null,
        type: 'load',
        signal: begin().signal,
        animated: false,
        commit: () => Promise.resolve(),
        replace: (state) => rewrite(at.write(state)),
        cancel() {},
        // The browser has put it where it belongs.
        scroll() {},
      })
      return () => {
        navigation.removeEventListener('navigate', listener)
        newest.abort()
      }
    },
  }
}

const BACK = Symbol('back')

// A promise to be kept later. One travels with a navigation of ours, so that its outcome finds back to
// who asked for it.
class Answer<T> {
  give!: (value: T | PromiseLike<T>) => void
  readonly given = new Promise<T>((resolve) => {
    this.give = resolve
  })
}
