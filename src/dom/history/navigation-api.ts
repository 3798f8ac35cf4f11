// The history over the Navigation API: reports every navigation between states of this document.
// https://html.spec.whatwg.org/multipage/nav-history-apis.html#navigation-api

import { hashbang, type Scheme } from '../../scheme.ts'
import { withoutFragment } from '../../url.ts'
import { withAnchor } from '../anchor.ts'
import { type Address, type Addresses, addresses, type Upgrade } from './address.ts'
import type { GoOptions, History, NavigationOutcome, Visit, Visitor } from './history.ts'
import { Scrolls } from './scroll-positions.ts'

export const navigationHistory = (scheme: Scheme = hashbang, upgrade?: Upgrade): History =>
  new NavigationHistory(addresses(window, scheme, upgrade))

class NavigationHistory implements History {
  readonly #at: Addresses
  readonly #scrolls = new Scrolls()
  #newest = new AbortController()
  #visitor: Visitor | undefined
  // True while we write an address: ignore the event.
  #silent = false

  constructor(at: Addresses) {
    this.#at = at
  }

  read() {
    return this.#at.read(location.href)?.state ?? ''
  }

  get historyState() {
    return navigation.currentEntry?.getState()
  }

  resume() {
    return this.#here('resume')
  }

  listen(given: Visitor) {
    this.#visitor = given
    const listener = (event: NavigateEvent) => this.#onNavigate(event, given)
    navigation.addEventListener('navigate', listener)
    void this.#here('load')
    return () => {
      navigation.removeEventListener('navigate', listener)
      this.#newest.abort()
    }
  }

  async go(state: string, { replace, historyState }: GoOptions) {
    const info = new Answer<NavigationOutcome>()
    const { committed, finished } = navigation.navigate(this.#at.write(state), {
      history: replace ? 'replace' : 'auto',
      state: historyState,
      info,
    })
    // Both reject when another navigation starts first; the visit may never have begun.
    const superseded = () => info.give('superseded')
    committed?.catch(superseded)
    finished?.catch(superseded)
    return info.given
  }

  #rewrite(url: string): void {
    this.#silent = true
    history.replaceState(history.state, '', url)
    this.#silent = false
  }

  #begin(): AbortController {
    this.#newest.abort()
    this.#newest = new AbortController()
    return this.#newest
  }

  #here(type: 'load' | 'resume'): Promise<NavigationOutcome> {
    const at = this.#at
    const place = at.read(location.href)
    if (place?.moved) this.#rewrite(at.write(place.state ?? ''))
    return this.#scrolls.show(
      {
        ...{ state: place?.state ?? '', anchor: place?.anchor ?? null, type, animated: false },
        signal: this.#begin().signal,
        commit: async () => {},
        replace: (state) => this.#rewrite(at.instead(state)),
        cancel: async () => {},
        scroll: () => {
          // On the first page the browser has scrolled already.
          if (type !== 'load' && !this.#scrolls.restore(navigation.currentEntry?.key))
            window.scrollTo(0, 0)
        },
      },
      this.#visitor,
    )
  }

  #onNavigate(event: NavigateEvent, visitor: Visitor): void {
    const { navigationType: type, destination, sourceElement, info } = event
    if (this.#silent || info === BACK || type === 'reload') return
    if (event.downloadRequest !== null || event.formData !== null) return
    const from = location.href
    const url = sourceElement ? this.#at.follow(sourceElement, destination.url) : destination.url
    const place = this.#at.read(url)
    if (place === null) return
    if (type !== 'traverse') {
      const beside = place.state === null && this.read() !== ''
      if (beside || place.moved || url !== destination.url) {
        event.preventDefault()
        const state = place.state ?? withAnchor(this.read(), place.anchor)
        // After this event, or its end would also end the new navigation.
        queueMicrotask(() => this.go(state, { replace: type === 'replace' }))
        return
      }
      // The browser handles ids within the shown page.
      if (place.anchor !== null && withoutFragment(from) === withoutFragment(url)) return
    }
    if (event.canIntercept) this.#intercept(event, place, from, visitor)
  }

  #intercept(event: NavigateEvent, place: Address, from: string, visitor: Visitor): void {
    const { navigationType: type, cancelable, destination, info } = event
    const state = place.state ?? ''
    const { currentEntry } = navigation
    const commitRequested = new Answer<void>()
    const committed = new Answer<void>()
    let held: NavigationPrecommitController | undefined
    let there = false
    let after = place.moved ? this.#at.write(state) : undefined
    let cancelled = false
    let outcome: Promise<NavigationOutcome> | undefined

    const visit = {
      ...{ state, anchor: place.anchor, type: type as Visit['type'] },
      animated: event.hasUAVisualTransition,
      commit: () => {
        commitRequested.give()
        return there ? Promise.resolve() : committed.given
      },
      replace: (state: string) => {
        const url = this.#at.write(state)
        if (there) this.#rewrite(url)
        else if (held && type !== 'traverse') held.redirect(url)
        else after = url
      },
      cancel: async () => {
        cancelled = true
        if (held) return
        if (type === 'replace') this.#rewrite(from)
        else if (currentEntry)
          await navigation.traverseTo(currentEntry.key, { info: BACK }).finished?.catch(() => {})
      },
      scroll: () => {
        if (type !== 'traverse') window.scrollTo(0, 0)
        // For entries of another document only the browser knows the position.
        else if (!this.#scrolls.restore(destination.key) && there && !event.signal.aborted)
          event.scroll()
      },
    }
    let drop = () => {}
    // Only once this navigation is sure to continue: otherwise the previous one must finish.
    const run = () => {
      const controller = this.#begin()
      const { signal } = controller
      this.#scrolls.leave(currentEntry?.key, window.scrollX, window.scrollY)
      signal.addEventListener('abort', () => committed.give())
      drop = () => controller.abort()
      outcome = this.#scrolls.show({ ...visit, signal }, visitor)
      if (info instanceof Answer) info.give(outcome)
    }
    const arrive = async () => {
      if (there) return
      there = true
      if (after) this.#rewrite(after)
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
          await Promise.race([outcome, commitRequested.given])
          if (cancelled) throw new DOMException('Unsaved work', 'AbortError')
          held = undefined
        },
      }),
      handler: () => arrive(),
    })
    // A download, a stop or a refused dialog ends this event without a new navigation. Once the
    // address has changed, its page must still be shown.
    event.signal.addEventListener('abort', () => {
      if (there || this.#silent) return
      if (navigation.currentEntry?.id === currentEntry?.id) drop()
      else void arrive()
    })
  }
}

const BACK = Symbol('back')

// A promise with an external resolve, which travels with our navigation.
class Answer<T> {
  give!: (value: T | PromiseLike<T>) => void
  readonly given = new Promise<T>((resolve) => {
    this.give = resolve
  })
}
