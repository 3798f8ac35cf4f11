// The history of a browser with the Navigation API: reports every navigation between states of this
// document, whatever started it. Native links need no click handler.
// https://html.spec.whatwg.org/multipage/nav-history-apis.html#navigation-api

import { fragmentOf, fragmentState, withoutFragment } from '../url.ts'
import type { History, NavigationOutcome } from './history.ts'

/** Makes the history over `window.navigation`. */
export function navigationHistory(window: Window & typeof globalThis): History {
  const { navigation } = window
  return {
    read: () => fragmentState(fragmentOf(window.location.href)),
    listen(visit) {
      const onNavigate = (event: NavigateEvent) => {
        const { url } = event.destination
        const state = fragmentState(fragmentOf(url))
        const plain =
          !event.canIntercept || event.downloadRequest !== null || event.formData !== null
        if (plain || withoutFragment(url) !== withoutFragment(window.location.href)) return
        // Not `event.hashChange`: it is false for a click on the current link and for pushState.
        if (state === null && fragmentOf(url) !== '') return
        event.intercept({
          focusReset: 'manual',
          handler: async () => {
            const outcome = visit({ state, type: event.navigationType, signal: event.signal })
            if (event.info instanceof Answer) event.info.resolve(outcome)
            await outcome
          },
        })
      }
      navigation.addEventListener('navigate', onNavigate)
      return () => navigation.removeEventListener('navigate', onNavigate)
    },
    async go(state, { replace }) {
      const info = new Answer()
      const { committed, finished } = navigation.navigate(`#!${state}`, {
        history: replace ? 'replace' : 'auto',
        info,
      })
      // Both reject when another navigation comes first, and then the visit may never have begun.
      const superseded = () => info.resolve('superseded')
      committed?.catch(superseded)
      finished?.catch(superseded)
      return info.outcome
    },
  }
}

// Travels with a navigation of ours, so that its outcome finds back to who asked for it.
class Answer {
  resolve!: (outcome: NavigationOutcome | Promise<NavigationOutcome>) => void
  readonly outcome = new Promise<NavigationOutcome>((resolve) => {
    this.resolve = resolve
  })
}
