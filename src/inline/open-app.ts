// The program in the readable page of an adopted app, which has no script of the app: leads people
// into the app at a gesture. Crawlers that run scripts see the page unchanged.

import { KEPT_LINK } from '../sent-mark.ts'
import { UGLY_KEY } from '../url.ts'

const script = document.currentScript as HTMLScriptElement
/** `app`: the page's path and state prefix. `at`: the address of this state in the app. */
const { app = '', at = '' } = script.dataset

const open = (event: Event, url: string) => {
  event.preventDefault()
  event.stopImmediatePropagation()
  location.assign(url)
}

const urlOf = (kept: string) => {
  const index = kept.indexOf(UGLY_KEY)
  return index < 0
    ? new URL(kept, new URL(app, document.URL)).href
    : app + decodeURIComponent(kept.slice(index + UGLY_KEY.length))
}

const onClick = (event: MouseEvent) => {
  const { target } = event
  const isPlain =
    event.isTrusted &&
    !(event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
  if (!isPlain || !(target instanceof Element)) return
  const link = target.closest<HTMLAnchorElement>('a,area')
  if (link?.hasAttribute('href')) {
    const kept = link.getAttribute(`${KEPT_LINK}href`)
    const isHere = !link.target || link.target === '_self'
    if (kept !== null && isHere && !link.hasAttribute('download')) open(event, urlOf(kept))
  } else if (
    target.closest('button,input,select,textarea,[role=button],[role=tab],[tabindex],[onclick]')
  )
    open(event, at)
}

addEventListener('click', onClick, true)
for (const type of ['submit', 'beforeinput', 'change'])
  addEventListener(type, (event) => event.isTrusted && open(event, at), true)
