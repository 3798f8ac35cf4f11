// The program in the page of the empty state, for a visit that begins with `#!`. Until the app
// loads, the page is the shell alone, without the content, tags and links of the empty state. If
// the app does not load, a link leads to the readable address.

import { restoreLinks, restoreOwnHead } from '../dom/restore-shell.ts'
import { escapeSign } from '../readable.ts'
import { fragmentState } from '../url.ts'

const script = document.currentScript as HTMLScriptElement
const outlet = script.parentElement as HTMLElement

const readState = () => fragmentState(location.hash)

if (readState()) {
  outlet.style.display = 'none'
  addEventListener('load', () => {
    if (customElements.get('hashbang-outlet')) return
    const link = document.createElement('a')
    // As readableHref, which is too large for a page. No sign-in response may get into logs.
    const state = (readState() ?? '')
      .replace(/[?&#]((access|id)_token|state|code|error)=.*/, '')
      .replace(/[!#]/g, escapeSign)
    link.href = script.dataset.prefix + (state[0] === '/' ? state.slice(1) : `!/${state}`)
    link.append('Read it without scripts')
    outlet.replaceChildren('This page needs a script that has not loaded. ', link)
  })
  const showShell = () => {
    outlet.style.display = ''
    // The app may have replaced the content before.
    if (script.parentElement === outlet) outlet.replaceChildren()
    restoreOwnHead()
    restoreLinks()
  }
  document.addEventListener('readystatechange', showShell, { once: true })
}
