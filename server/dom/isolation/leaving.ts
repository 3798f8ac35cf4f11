/**
 * Records navigation by `location` in the page's context. Fragment changes also move the document.
 * Reloads and URLs without a page (`mailto:`) are only reported, in development.
 * https://html.spec.whatwg.org/multipage/nav-history-apis.html#the-location-interface
 */

import { define, type InnerWindow, override } from '../internals.ts'
import { reportUse } from './network.ts'
import { PageContext } from './page-context.ts'

const PARTS = ['hash', 'host', 'hostname', 'pathname', 'port', 'protocol', 'search'] as const

/** Computes the target from the assigned text and the current address. */
type Target = (assigned: string, href: string) => URL | string

export function installLeaving(window: InnerWindow): void {
  const { location } = window
  const prototype = Object.getPrototypeOf(location)

  const leave = (self: unknown, assigned: string, target: Target): boolean => {
    const context = self === location ? PageContext.current : undefined
    return context !== undefined && leaves(window, context, assigned, target)
  }
  const setter = (name: string, target: Target) =>
    override<Location, object>(prototype, {
      set [name](value: unknown) {
        const address = String(value)
        if (!leave(this, address, target)) super[name] = address
      },
    })
  setter('href', (address) => address)
  for (const name of PARTS) setter(name, (part, href) => withPart(href, name, part))
  for (const name of ['assign', 'replace']) {
    override<Location, object>(prototype, {
      [name](address: unknown) {
        if (!leave(this, String(address), (same) => same)) super[name](address)
      },
    })
  }
  override<Location>(prototype, {
    reload() {
      const context = this === location ? PageContext.current : undefined
      if (!context) return super.reload()
      context.reload()
      reportUse('location.reload()')
    },
  })
  define<Document>(window.Document.prototype, {
    get location(): unknown {
      return this.defaultView ? location : null
    },
    set location(address: unknown) {
      location.href = String(address)
    },
  })
}

/** @returns Whether it is more than a change of the fragment. */
function leaves(
  window: InnerWindow,
  context: PageContext,
  assigned: string,
  target: Target,
): boolean {
  const { href } = window.location
  const base = window.document.baseURI
  const address = target(assigned, href)
  if (!URL.canParse(String(address), base))
    throw new window.DOMException(`'${assigned}' is not a valid URL.`, 'SyntaxError')
  const url = new URL(address, base)
  if (!/^https?:$/.test(url.protocol)) reportUse(`location.href = "${assigned}"`)
  else context.leave(url.href)
  return !isFragmentOf(url, href)
}

function withPart(href: string, name: (typeof PARTS)[number], part: string): URL | string {
  const url = Object.assign(new URL(href), { [name]: part })
  // An empty fragment is still a fragment of the same document.
  return name === 'hash' && url.hash === '' ? `${url.href.replace(/#.*/s, '')}#` : url
}

function isFragmentOf({ href, hash }: URL, current: string): boolean {
  const without = (address: string) => address.replace(/#.*/s, '')
  return without(href) === without(current) && (hash !== '' || href.endsWith('#'))
}
