// Takes over a page that the server has sent: its content stays until the first view is ready, and goes in one frame.
// In: the outlet with that content, a router that is about to start. Out: the router's first page in its place; a page that
// fails leaves the server's there to be read. Loaded only where there is such content, or the address is a readable one.

import type { Table } from '../define-routes.ts'
import { follow } from '../follow.ts'
import { resolveState } from '../page.ts'
import type { RouteArgs } from '../route.ts'
import { anchorOf, withAnchor } from './anchor.ts'
import { addresses } from './history/address.ts'
import { around, type Hooks } from './hooks.ts'
import type { HashbangOutlet } from './outlet.ts'
import { below, clearSent, makeStill } from './sent-shadows.ts'
import { settled } from './settle.ts'
import { watchLinks } from './watch-links.ts'

/** What the server's loaders gave, by the names of routes. */
interface Sent {
  readonly state: string
  readonly data: Readonly<Record<string, unknown>>
}

/** Prepares a router's first page. */
export function takeOver(outlet: HashbangOutlet, hooks: Hooks): void {
  const { scheme, table } = hooks
  if (scheme === table.options.readable) keepReadable(hooks)
  else restoreLinks()
  if (!outlet.firstElementChild) return
  const sent = readSent()
  const define = deferDefinitions(outlet)
  clearOthers(outlet)
  // No view for the meantime is better than what the server has sent: until a page is painted, the outlet is as it is.
  Object.assign(outlet, { shouldUpdate: () => false })
  let first: unknown
  let isKept = false

  const unresolve = around(hooks, 'resolve', (inner) => async (state, given) => {
    unresolve()
    const found = sent
      ? await follow(withData(table, sent), state, { context: hooks.context as never, ...given })
      : await inner(state, given)
    isKept = found.page.type === 'failure'
    return found
  })
  const unpaint = around(hooks, 'paint', (inner) => async (update, visit) => {
    first ??= visit
    if (visit !== first || !isKept) Reflect.deleteProperty(outlet, 'shouldUpdate')
    if (visit !== first) {
      unpaint()
      restoreHead()
      define(outlet)
      return inner(update, visit)
    }
    if (isKept) return
    restoreHead()
    const release = hold(outlet, define)
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

// The shell's links as the app has them, where the server has made readable ones of them and the visit is one by `#!`.
// Nothing else comes of such an attribute: a sanitizer of the app's content may have let it pass.
function restoreLinks(): void {
  for (const name of ['href', 'xlink:href', 'action', 'formaction']) {
    const kept = `data-hashbang-${name}`
    for (const element of document.querySelectorAll(`[${CSS.escape(kept)}]`)) {
      const own = element.getAttribute(kept) ?? ''
      element.removeAttribute(kept)
      if (URL.canParse(own, document.URL) && new URL(own, document.URL).origin === origin)
        element.setAttribute(name, own)
    }
  }
}

// The app's own tags take the place of those that the server has written for the page: the router changes them, and puts them
// back for pages that say nothing of the kind: the title and the language, too. Done twice, it is as if done once.
function restoreHead(): void {
  for (const tag of document.querySelectorAll('[data-hashbang]')) tag.remove()
  const own = document.querySelector<HTMLTemplateElement>('#hashbang-head')
  if (own?.content.querySelector('title')) document.querySelector('title')?.remove()
  if (own?.hasAttribute('lang')) document.documentElement.lang = own.lang
  own?.replaceWith(own.content)
  restoreLinks()
}

// The content stands beside the outlet while the view is mounted out of sight, where it makes no document longer.
function hold(outlet: HashbangOutlet, define: (within: Element) => void): (back: boolean) => void {
  const stand = outlet.cloneNode() as HashbangOutlet
  stand.removeAttribute('id')
  const style = outlet.getAttribute('style')
  const width = outlet.parentElement?.clientWidth
  stand.append(...outlet.childNodes)
  outlet.before(stand)
  Object.assign(outlet.style, {
    position: 'fixed',
    top: 0,
    visibility: 'hidden',
    width: `${width}px`,
  })
  define(stand)
  return (back) => {
    if (back) outlet.replaceChildren(...stand.childNodes)
    stand.remove()
    outlet.style.cssText = style ?? ''
    if (outlet.getAttribute('style') === '') outlet.removeAttribute('style')
  }
}

// An element that the server has sent is text to be read. If the module of its view defined it now, it would become a view
// that no page was given to, and show nothing. The result defines, once what it is given holds no such element any more.
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
    const found = waiting.size === 0 ? [] : below(within).reverse()
    for (const element of found) if (waiting.has(element.localName)) makeStill(element)
    for (const args of waiting.values()) define.apply(registry, args)
  }
}

// Elements beside the outlet become the app's as soon as they are defined, and show what they draw themselves.
function clearOthers(outlet: Element): void {
  for (const element of below(document)) {
    if (!element.shadowRoot || outlet.contains(element)) continue
    // A name that can have no definition rejects, and keeps what was sent.
    customElements.whenDefined(element.localName).then(
      () => clearSent(element),
      () => undefined,
    )
  }
}

function readSent(): Sent | undefined {
  const element = document.getElementById('hashbang-data')
  element?.remove()
  try {
    const { state, data } = JSON.parse(element?.textContent ?? '')
    return typeof state === 'string' && data === Object(data) ? { state, data } : undefined
  } catch {
    return undefined
  }
}

/** The table, with loaders that give what was sent for the state that it was sent for. */
function withData(table: Table, { state, data }: Sent): Table {
  const all = new Map(
    [...table.all].map(([key, route]) => {
      const chain = route.chain.map(({ name, options }) => {
        const load = (args: RouteArgs<never, never>) =>
          args.state === state && Object.hasOwn(data, name) ? data[name] : options.load?.(args)
        return { name, options: { ...options, load } }
      })
      return [key, { ...route, chain }]
    }),
  )
  const derived = { ...table, all } as unknown as Table
  return Object.assign(derived, {
    resolve: (text: string, options: never) => resolveState(derived as never, text, options),
  })
}

// Whoever reads the document by script, or copies a link of it, gets readable ones.
function keepReadable({ scheme }: Hooks): void {
  const at = addresses(window, scheme)
  watchLinks((link) => {
    const name = link.hasAttribute('href') ? 'href' : 'xlink:href'
    const href = link.getAttribute(name) ?? ''
    if (!href.includes('#!')) return
    const url = at.follow(link, new URL(href, link.baseURI).href)
    const place = at.read(url)
    if (place?.state == null || !place.moved) return
    // As the server writes it: the fragment is free for ids.
    const anchor = anchorOf(place.state)
    const own = scheme.href(withAnchor(place.state, null))
    link.setAttribute(name, anchor === null ? own : `${own}#${encodeURIComponent(anchor)}`)
  })
}
