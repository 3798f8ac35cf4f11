// Checks whether an adopted app at the root has its own robots.txt or sitemap, which takes
// precedence. An unreachable app has none.

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { addressOf, adoptedPages, isServer } from '../../site/adopted-pages.ts'
import type { Config } from '../../site/config.ts'

/** Cache time, and timeout of the app's server, in ms. */
const FRESH = 60_000
const PATIENCE = 5000

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
    // The parts of a sitemap belong to sitemap.xml.
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
    // Servers of single-page apps respond to every path with the app.
    return ok && !/html/.test(headers.get('content-type') ?? '')
  } catch {
    return false
  }
}
