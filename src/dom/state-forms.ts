// Leads GET forms whose action is a state to that state, with their fields as its search params. A
// browser would put them before the `#`, where they are lost.
// https://html.spec.whatwg.org/multipage/form-control-infrastructure.html#form-submission-algorithm

import { canonicalState, joinState, splitState } from '../state.ts'
import type { Addresses } from './history/address.ts'

/** @param go Shows a state in this document. */
export function watchForms(
  addresses: Addresses,
  go: (state: string) => void,
  signal: AbortSignal,
): void {
  let isModified = false

  const onSubmit = (event: Event): void => {
    const { target, submitter, defaultPrevented } = event as SubmitEvent
    const form = target as HTMLFormElement
    const read = (name: string) =>
      submitter?.getAttribute(`form${name}`) ?? form.getAttribute(name) ?? ''
    if (defaultPrevented || /^(?:post|dialog)$/i.test(read('method'))) return
    const link = document.createElement('a')
    link.setAttribute('href', read('action') || document.URL)
    const url = addresses.follow(link, link.href)
    const state = addresses.read(url)?.state
    // The page's own address may be that of a server's form.
    if (state == null || !(state || url.includes('#'))) return
    event.preventDefault()
    const to = withFields(state, new FormData(form, submitter))
    const frame = isModified ? '_blank' : read('target')
    if (/^(?:_self)?$/i.test(frame)) go(to)
    else window.open(addresses.write(to), frame, /^_blank$/i.test(frame) ? 'noopener' : '')
  }

  // Events of a form in a shadow tree stay there.
  const onEnter = (event: Event): void => {
    for (const node of event.composedPath())
      if (node instanceof ShadowRoot) node.addEventListener('submit', onSubmit, { signal })
    if (!(event instanceof MouseEvent)) return
    isModified = event.ctrlKey || event.metaKey || event.shiftKey
    setTimeout(() => {
      isModified = false
    })
  }
  window.addEventListener('submit', onSubmit, { signal })
  for (const type of ['focusin', 'click'])
    window.addEventListener(type, onEnter, { signal, capture: true })
}

/** As a browser does, a path's query is replaced. Files cannot be part of an address. */
function withFields(state: string, data: FormData): string {
  const parts = splitState(canonicalState(state))
  const fields = [...data].flatMap(([name, value]): [string, string][] =>
    typeof value === 'string' ? [[name, value]] : [],
  )
  return joinState({ ...parts, pairs: parts.keyed ? [...parts.pairs, ...fields] : fields })
}
