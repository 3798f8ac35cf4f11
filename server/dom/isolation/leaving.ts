/**
 * Records navigation by `location`, also in guards and loaders. Fragment
 * changes move the document too, as in a browser. Reloads and URLs without a page (`mailto:`) are
 * only reported, in development. Loaded modules stay as they are.
 * https://html.spec.whatwg.org/multipage/nav-history-apis.html#the-location-interface
 */

import { define, type InnerWindow, override } from '../internals.ts'
import { JobContext } from './context.ts'
import { reportUse } from './network.ts'

const PARTS = ['hash', 'host', 'hostname', 'pathname', 'port', 'protocol', 'search'] as const

export function installLeaving(window: InnerWindow): void {
  const { location, DOMException } = window
  const prototype = Object.getPrototypeOf(location)

  /** @returns Whether nothing else is to do. */
  function leave(job: JobContext, given: string, how: (here: string) => URL | string): boolean {
    const base = window.document.baseURI
    // Parts change the page's address, not its base.
    const target = how(location.href)
    if (!URL.canParse(String(target), base))
      throw new DOMException(`'${given}' is not a valid URL.`, 'SyntaxError')
    const url = new URL(target, base)
    if (!/^https?:$/.test(url.protocol)) reportUse(`location.href = "${given}"`)
    else job.leave(url.href)
    return !isFragmentOf(url, location.href)
  }

  const ofJob = (self: unknown): JobContext | undefined =>
    self === location ? JobContext.current : undefined

  const setter = (name: string, how: (given: string, here: string) => URL | string) =>
    override<Location, object>(prototype, {
      set [name](given: unknown) {
        const job = ofJob(this)
        const text = String(given)
        if (!job || !leave(job, text, (here) => how(text, here))) super[name] = text
      },
    })
  setter('href', (given) => given)
  for (const name of PARTS) {
    setter(name, (given, here) => {
      const url = Object.assign(new URL(here), { [name]: given })
      // An empty fragment is still a fragment of the same document.
      return name === 'hash' && url.hash === '' ? `${url.href.replace(/#.*/s, '')}#` : url
    })
  }
  for (const name of ['assign', 'replace']) {
    override<Location, object>(prototype, {
      [name](given: unknown) {
        const job = ofJob(this)
        const text = String(given)
        if (!job || !leave(job, text, () => text)) super[name](given)
      },
    })
  }
  override<Location>(prototype, {
    reload() {
      const job = ofJob(this)
      if (!job) return super.reload()
      job.reload()
      reportUse('location.reload()')
    },
  })
  define(Object.getPrototypeOf(window.document), {
    get location(): unknown {
      return location
    },
    set location(given: unknown) {
      location.href = String(given)
    },
  })
}

function isFragmentOf({ href, hash }: URL, here: string): boolean {
  const without = (text: string) => text.replace(/#.*/s, '')
  return without(href) === without(here) && (hash !== '' || href.endsWith('#'))
}
