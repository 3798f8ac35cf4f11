// Takes over the server's page: its content stays until the first view is ready, and for good if
// the first page fails.

import type { SentData } from '../page.ts'
import { type ReadableScheme, readableHref } from '../readable.ts'
import { ADOPTED_MARK, SENT_DATA } from '../sent-mark.ts'
import { carryControls, returnTo, spotIn, spotOf } from './carry-over.ts'
import { addressesOf, isReadable } from './history/address.ts'
import { around, type Hooks } from './hooks.ts'
import type { HashbangOutlet } from './outlet.ts'
import { restoreLinks, restoreOwnHead } from './restore-shell.ts'
import { below, clearSent, makeStill } from './sent-shadows.ts'
import { settled } from './visits.ts'
import { watchLinks } from './watch-links.ts'

/** Prepares a router's first page. */
export function takeOver(outlet: HashbangOutlet, hooks: Hooks): void {
  if (isReadable(hooks.scheme)) keepReadable(hooks)
  // The visit began with `#!`.
  else restoreLinks()
  if (!outlet.firstElementChild) return
  const sent = readSent()
  const define = deferDefinitions(outlet)
  clearOthers(outlet)
  // The server's content is better than a pending view.
  Object.assign(outlet, { shouldUpdate: () => false })
  let first: unknown
  let isKept = false

  const unresolve = around(hooks, 'resolve', (inner) => async (state, options) => {
    unresolve()
    const followed = await inner(state, { ...options, sent })
    isKept = followed.page.type === 'failure'
    return followed
  })
  const unpaint = around(hooks, 'paint', (inner) => async (update, visit) => {
    first ??= visit
    if (visit === first && isKept) return
    Reflect.deleteProperty(outlet, 'shouldUpdate')
    restoreOwnHead()
    restoreLinks()
    if (visit !== first) {
      unpaint()
      dropAdopted()
      define(outlet)
      return inner(update, visit)
    }
    const release = mountBeside(outlet, define)
    try {
      await update()
      await settled(outlet, visit.signal)
      release(visit.signal.aborted && !outlet.firstChild)
    } catch (error) {
      isKept = true
      release(true)
      throw error
    }
  })
}

/** The app has adopted these sheets itself. */
function dropAdopted(): void {
  for (const style of document.querySelectorAll(`[${ADOPTED_MARK}]`)) style.remove()
}

// The view mounts in a hidden outlet beside the sent content.
function mountBeside(
  outlet: HashbangOutlet,
  define: (within: Element) => void,
): (isBack: boolean) => void {
  const spot = spotIn(outlet)
  const sent = outlet.cloneNode() as HashbangOutlet
  sent.removeAttribute('id')
  const style = outlet.getAttribute('style')
  const width = outlet.parentElement?.clientWidth
  sent.append(...outlet.childNodes)
  outlet.before(sent)
  Object.assign(outlet.style, {
    position: 'fixed',
    top: 0,
    visibility: 'hidden',
    width: `${width}px`,
  })
  define(sent)
  returnTo(spot)
  return (isBack) => {
    let last = spotIn(sent)
    if (isBack) outlet.replaceChildren(...sent.childNodes)
    else {
      carryControls(sent, outlet)
      last = spotOf(last, sent, outlet)
      dropAdopted()
    }
    sent.remove()
    outlet.style.cssText = style ?? ''
    if (outlet.getAttribute('style') === '') outlet.removeAttribute('style')
    // Only once visible: hidden elements take no focus.
    returnTo(last)
  }
}

// Delays the definitions of sent elements, which would render nothing without a page. The result
// defines them, and makes those in its argument inert.
function deferDefinitions(outlet: Element): (within: Element) => void {
  const registry = customElements
  const { define, get } = registry
  const waiting = new Map<string, Parameters<typeof define>>()
  registry.define = (...args) => {
    const [name] = args
    if (below(outlet).some(({ localName }) => localName === name)) waiting.set(name, args)
    else define.apply(registry, args)
  }
  registry.get = (name: string) => waiting.get(name)?.[1] ?? get.call(registry, name)
  return (within) => {
    if (registry.define === define) return
    Object.assign(registry, { define, get })
    // The innermost first.
    const elements = waiting.size === 0 ? [] : below(within).reverse()
    for (const element of elements) if (waiting.has(element.localName)) makeStill(element)
    for (const args of waiting.values()) define.apply(registry, args)
  }
}

// Elements outside the outlet render their own content once defined.
function clearOthers(outlet: Element): void {
  for (const element of below(document)) {
    const { shadowRoot } = element
    if (!shadowRoot || outlet.contains(element)) continue
    // Rejects for an invalid name, whose sent content stays.
    customElements.whenDefined(element.localName).then(
      () => clearSent(shadowRoot),
      () => undefined,
    )
  }
}

function readSent(): SentData | undefined {
  const element = document.getElementById(SENT_DATA)
  element?.remove()
  try {
    const { state, data } = JSON.parse(element?.textContent ?? '')
    return typeof state === 'string' && data === Object(data) ? { state, data } : undefined
  } catch {
    return undefined
  }
}

// For scripts that read the document, and readers who copy a link.
function keepReadable({ scheme }: Hooks): void {
  const addresses = addressesOf(scheme)
  watchLinks((link) => {
    const name = link.hasAttribute('href') ? 'href' : 'xlink:href'
    const href = link.getAttribute(name) ?? ''
    if (!href.includes('#!')) return
    const url = addresses.follow(link, new URL(href, link.baseURI).href)
    const address = addresses.read(url)
    if (address?.state == null || !address.moved) return
    link.setAttribute(name, readableHref(scheme as ReadableScheme, address.state))
  })
}
