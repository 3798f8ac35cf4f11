// The history of a browser with the Navigation API: reports every navigation between states of this
// document, whatever started it. Native links need no click handler.
// In: navigate events. Out: visits. Leaves alone what leads out of the document, downloads and reloads.
// https://html.spec.whatwg.org/multipage/nav-history-apis.html#navigation-api

import { hashbang, type Scheme } from '../../scheme.ts'
import { withoutFragment } from '../../url.ts'
import { withAnchor } from '../anchor.ts'
import { addresses, type Place, type Upgrade } from './address.ts'
import { Scrolls } from './scroll-positions.ts'
import type { GoOptions, History, NavigationOutcome, Visit, Visitor } from './types.ts'

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
  let visitor: Visitor | undefined
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

  function report(visit: Visit, visitor: Visitor | undefined): Promise<NavigationOutcome> {
    const outcome = visitor?.visit(visit) ?? Promise.resolve('superseded')
    void outcome.then((what) => what === 'superseded' || scrolls.settle())
    return outcome
  }

  function here(type: 'load' | 'resume'): Promise<NavigationOutcome> {
    const place = at.read(location.href)
    if (place?.moved) rewrite(at.write(place.state ?? ''))
    return report(
      {
        ...{ state: place?.state ?? '', anchor: place?.anchor ?? null, type, animated: false },
        signal: begin().signal,
        commit: async () => {},
        replace: (state) => rewrite(at.instead(state)),
        cancel: async () => {},
        scroll() {
          // At first the browser has put it where it belongs.
          if (type !== 'load' && !scrolls.restore(navigation.currentEntry?.key))
            window.scrollTo(0, 0)
        },
      },
      visitor,
    )
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
    const asked = new Answer<void>()
    const committed = new Answer<void>()
    let held: NavigationPrecommitController | undefined
    let there = false
    let after = place.moved ? at.write(state) : undefined
    let cancelled = false
    let outcome: Promise<NavigationOutcome> | undefined

    const visit = {
      ...{ state, anchor: place.anchor, type: type as Visit['type'] },
      animated: event.hasUAVisualTransition,
      commit() {
        asked.give()
        return there ? Promise.resolve() : committed.given
      },
      replace(state: string) {
        const url = at.write(state)
        if (there) rewrite(url)
        else if (held && type !== 'traverse') held.redirect(url)
        else after = url
      },
      async cancel() {
        cancelled = true
        if (held) return
        if (type === 'replace') rewrite(from)
        else if (currentEntry)
          await navigation.traverseTo(currentEntry.key, { info: BACK }).finished?.catch(() => {})
      },
      scroll() {
        if (type !== 'traverse') window.scrollTo(0, 0)
        // From another document the browser alone knows.
        else if (!scrolls.restore(destination.key) && there && !event.signal.aborted) event.scroll()
      },
    }
    let drop = () => {}
    // Not before it is sure that this navigation goes on: the one before must come to its end if not.
    const run = () => {
      const controller = begin()
      const { signal } = controller
      scrolls.leave(currentEntry?.key, window.scrollX, window.scrollY)
      signal.addEventListener('abort', () => committed.give())
      drop = () => controller.abort()
      outcome = report({ ...visit, signal }, visitor)
      if (info instanceof Answer) info.give(outcome)
    }
    const arrive = async () => {
      if (there) return
      there = true
      if (after) rewrite(after)
      committed.give()
      if (!hold) run()
      await outcome
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
      handler: () => arrive(),
    })
    // A download, a stop, a dialog in which the reader chose to stay: they end this event, and no other
    // takes its place. Once the address has changed its page has to come all the same.
    event.signal.addEventListener('abort', () => {
      if (there || silent) return
      if (navigation.currentEntry?.id === currentEntry?.id) drop()
      else void arrive()
    })
  }

  return {
    read,
    get historyState() {
      return navigation.currentEntry?.getState()
    },
    go,
    resume: () => here('resume'),
    listen(given) {
      visitor = given
      const listener = (event: NavigateEvent) => onNavigate(event, given)
      navigation.addEventListener('navigate', listener)
      void here('load')
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
