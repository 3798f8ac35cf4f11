// Whether the adopted pages of a site at its root have a file of their own, such as robots.txt: then nothing of ours stands in its
// place. In: pages. Out: an answer, that holds for a while. A server that cannot be asked has none.

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { addressOf, adoptedPages, isServer } from '../site/adopted-pages.ts'
import type { Config } from '../site/load-config.ts'

/** For so many ms an answer holds, and a server may think. */
const FRESH = 60_000
const PATIENCE = 5000

/** Makes what answers. */
export function ownFiles(pages: Config['pages']): (name: string) => Promise<boolean> {
  const sites = adoptedPages(pages).flatMap(([path, { site }]) =>
    path.lastIndexOf('/') === 0 ? [site] : [],
  )
  const known = new Map<string, { readonly at: number; readonly is: Promise<boolean> }>()
  const ask = async (name: string) => {
    const all = await Promise.all(sites.map((site) => has(site, name)))
    return all.includes(true)
  }
  return (asked) => {
    // What a sitemap is in parts of, goes with it.
    const name = asked.startsWith('sitemap') ? 'sitemap.xml' : asked
    let found = known.get(name)
    if (found === undefined || performance.now() - found.at > FRESH) {
      found = { at: performance.now(), is: ask(name) }
      known.set(name, found)
    }
    return found.is
  }
}

async function has(site: string, name: string): Promise<boolean> {
  if (!isServer(site)) return existsSync(join(site, name))
  try {
    const signal = AbortSignal.timeout(PATIENCE)
    const { ok, headers } = await fetch(addressOf(`/${name}`, site), { method: 'HEAD', signal })
    // Servers of single pages answer every path with the app.
    return ok && !/html/.test(headers.get('content-type') ?? '')
  } catch {
    return false
  }
}
