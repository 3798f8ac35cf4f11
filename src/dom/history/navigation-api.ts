// The history over the Navigation API.
// https://html.spec.whatwg.org/multipage/nav-history-apis.html#navigation-api

import { hashbangScheme, type Scheme } from '../../scheme.ts'
import { withoutFragment } from '../../url.ts'
import { withAnchor } from '../anchor.ts'
import { type Address, type Addresses, addressesOf, type Upgrade } from './address.ts'
import type { GoOptions, History, NavigationOutcome, Visit, Visitor } from './history.ts'
import { Scrolls } from './scroll-positions.ts'

export const navigationHistory = (scheme: Scheme = hashbangScheme, upgrade?: Upgrade): History =>
  new NavigationHistory(addressesOf(scheme, upgrade))

class NavigationHistory implements History {
  readonly #addresses: Addresses
  readonly #scrolls = new Scrolls().load()
  #newest = new AbortController()
  #visitor: Visitor | undefined
  // Whether an address is being written, whose event must be ignored.
  #rewriting = false

  constructor(addresses: Addresses) {
    this.#addresses = addresses
  }

  read() {
    return this.#addresses.read(location.href)?.state ?? ''
  }

  get historyState() {
    return navigation.currentEntry?.getState()
  }

  resume() {
    return this.#reportCurrent('resume')
  }

  listen(visitor: Visitor) {
    this.#visitor = visitor
    const listener = (event: NavigateEvent) => this.#onNavigate(event, visitor)
    navigation.addEventListener('navigate', listener)
    const onHide = () => {
      this.#scrolls.keep(navigation.currentEntry?.key, window.scrollX, window.scrollY)
      this.#scrolls.save()
    }
    window.addEventListener('pagehide', onHide)
    void this.#reportCurrent('load')
    return () => {
      navigation.removeEventListener('navigate', listener)
      window.removeEventListener('pagehide', onHide)
      this.#newest.abort()
    }
  }

  async go(state: string, { replace, historyState }: GoOptions) {
    const info = new Deferred<NavigationOutcome>()
    const { committed, finished } = navigation.navigate(this.#addresses.write(state), {
      history: replace ? 'replace' : 'auto',
      state: historyState,
      info,
    })
    // Both promises reject when another navigation starts; the visit may never have begun.
    const superseded = () => info.resolve('superseded')
    committed?.catch(superseded)
    finished?.catch(superseded)
    return info.promise
  }

  #rewrite(url: string): void {
    this.#rewriting = true
    history.replaceState(history.state, '', url)
    this.#rewriting = false
  }

  #begin(): AbortController {
    this.#newest.abort()
    this.#newest = new AbortController()
    return this.#newest
  }

  #reportCurrent(type: 'load' | 'resume'): Promise<NavigationOutcome> {
    const addresses = this.#addresses
    const address = addresses.read(location.href)
    if (address?.moved) this.#rewrite(addresses.write(address.state ?? ''))
    const { key } = navigation.currentEntry ?? {}
    const returns = type === 'load' && this.#scrolls.has(key)
    return this.#scrolls.show(
      {
        state: address?.state ?? '',
        anchor: address?.anchor ?? null,
        type,
        animated: false,
        returns,
        signal: this.#begin().signal,
        commit: async () => {},
        replace: (state) => this.#rewrite(addresses.replacement(state)),
        cancel: async () => {},
        scroll: () => {
          // At a new entry the browser has scrolled already.
          if (!this.#scrolls.restore(key) && type !== 'load') window.scrollTo(0, 0)
        },
      },
      this.#visitor,
    )
  }

  #onNavigate(event: NavigateEvent, visitor: Visitor): void {
    const { navigationType: type, destination, sourceElement, info } = event
    if (this.#rewriting || info === BACK || type === 'reload') return
    if (event.downloadRequest !== null || event.formData !== null) return
    const from = location.href
    const url = sourceElement
      ? this.#addresses.follow(sourceElement, destination.url)
      : destination.url
    const address = this.#addresses.read(url)
    if (address === null || (url === from && !isAsked(event))) return
    if (type !== 'traverse') {
      const beside = address.state === null && this.read() !== ''
      if (beside || address.moved || url !== destination.url) {
        event.preventDefault()
        const state = address.state ?? withAnchor(this.read(), address.anchor)
        // After this event, or its end would also end the new navigation.
        queueMicrotask(() => this.go(state, { replace: type === 'replace' }))
        return
      }
      // The browser handles ids within the shown page.
      if (address.anchor !== null && withoutFragment(from) === withoutFragment(url)) return
    }
    if (event.canIntercept) this.#intercept(event, address, from, visitor)
  }

  #intercept(event: NavigateEvent, address: Address, from: string, visitor: Visitor): void {
    const { cancelable, info } = event
    const { currentEntry } = navigation
    const state = address.state ?? ''
    const change = this.#change(event, address, from)
    let abort = () => {}
    let outcome: Promise<NavigationOutcome> | undefined
    // Only once this navigation is sure to continue: otherwise the previous one must finish.
    const run = () => {
      const controller = this.#begin()
      const { signal } = controller
      this.#scrolls.leave(currentEntry?.key, window.scrollX, window.scrollY)
      signal.addEventListener('abort', change.end)
      abort = () => controller.abort()
      outcome = this.#scrolls.show({ ...change.visit, state, signal }, visitor)
      if (info instanceof Deferred) info.resolve(outcome)
      return outcome
    }
    const isHeld = cancelable && 'NavigationPrecommitController' in window && visitor.holds(state)
    const arrive = async () => {
      if (change.arrive()) await (isHeld ? outcome : run())
    }
    event.intercept({
      focusReset: 'manual',
      scroll: 'manual',
      ...(isHeld && { precommitHandler: (precommit) => change.hold(precommit, run) }),
      handler: arrive,
    })
    // A download, a stop or a refused dialog ends this event without a new navigation. If the
    // address has changed, its page must still appear.
    event.signal.addEventListener('abort', () => {
      if (this.#rewriting) return
      if (navigation.currentEntry?.id === currentEntry?.id) abort()
      else void arrive()
    })
  }

  // The change of the address, which a visit steers.
  #change(event: NavigateEvent, address: Address, from: string) {
    const { currentEntry } = navigation
    const type = event.navigationType as Visit['type']
    const mayCommit = new Deferred<void>()
    const committed = new Deferred<void>()
    let held: NavigationPrecommitController | undefined
    let rewriteTo = address.moved ? this.#addresses.write(address.state ?? '') : undefined
    let isThere = false
    let isCancelled = false
    return {
      arrive: () => {
        if (isThere) return false
        isThere = true
        if (rewriteTo) this.#rewrite(rewriteTo)
        committed.resolve()
        return true
      },
      async hold(precommit: NavigationPrecommitController, run: () => Promise<unknown>) {
        held = precommit
        await Promise.race([run(), mayCommit.promise])
        if (isCancelled) throw new DOMException('Unsaved work', 'AbortError')
        held = undefined
      },
      end: () => committed.resolve(),
      visit: {
        anchor: address.anchor,
        type,
        animated: event.hasUAVisualTransition,
        commit: () => {
          mayCommit.resolve()
          return committed.promise
        },
        replace: (state: string) => {
          const url = this.#addresses.write(state)
          if (isThere) this.#rewrite(url)
          else if (held && type !== 'traverse') held.redirect(url)
          else rewriteTo = url
        },
        cancel: async () => {
          isCancelled = true
          if (held) return
          if (type === 'replace') this.#rewrite(from)
          else if (currentEntry)
            await navigation.traverseTo(currentEntry.key, { info: BACK }).finished?.catch(() => {})
        },
        scroll: () => {
          if (type !== 'traverse') window.scrollTo(0, 0)
          // For entries of another document only the browser knows the position.
          else if (
            !this.#scrolls.restore(event.destination.key) &&
            isThere &&
            !event.signal.aborted
          )
            event.scroll()
        },
      },
    }
  }
}

/** Whether a link or the router asks for the same address again, and not a script of its own. */
const isAsked = ({ info, sourceElement, userInitiated, navigationType }: NavigateEvent): boolean =>
  info instanceof Deferred ||
  (navigationType === 'replace' &&
    (sourceElement === undefined ? userInitiated : sourceElement !== null))

const BACK = Symbol('back')

// A promise with an external resolve. One travels with our own navigation, for its outcome.
class Deferred<T> {
  resolve!: (value: T | PromiseLike<T>) => void
  readonly promise = new Promise<T>((resolve) => {
    this.resolve = resolve
  })
}
