// Reads an adopted page's status and redirect from its meta tags, those of prerender services too.
// Warns about a page that looks missing without a status.
// https://docs.prerender.io/docs/11-best-practices

export interface HeadFacts {
  readonly status: number
  /** Absolute; undefined: no redirect. */
  readonly location: string | undefined
  /** For the log. */
  readonly warnings: readonly string[]
}

const MOST_WARNED = 1000
/** In seconds: a longer refresh is no redirect. */
const AT_ONCE = 1

const MISSING = /\b404\b|\b(?:page|seite)?\s*not found\b/i

/** One warning for each group of states is enough. */
const warned = new Set<string>()

export function headFacts(document: Document, group: string): HeadFacts {
  const metas = [...document.head.querySelectorAll('meta')]
  const contentOf = (name: string) =>
    metas.find((meta) => meta.getAttribute('name')?.toLowerCase() === name)?.getAttribute('content')
  const given = contentOf('prerender-status-code')
  const status = Number(given ?? 200)
  const warnings: string[] = []
  const header = /^\s*location:\s*(\S+)/i.exec(contentOf('prerender-header') ?? '')?.[1]
  const location =
    status >= 300 && status < 400 && header && URL.canParse(header, document.baseURI)
      ? new URL(header, document.baseURI).href
      : refreshOf(metas, document.baseURI)
  const isPage = (status >= 200 && status < 300) || (status >= 400 && status <= 599)
  const isStatus = Number.isInteger(status) && (isPage || location !== undefined)
  if (!isStatus) {
    const what =
      'which is no status of a page, and no <meta name="prerender-header"> has a Location'
    warnings.push(
      `<meta name="prerender-status-code"> says "${given}", ${what}: the status stays 200`,
    )
  }
  if (given === undefined && !warned.has(group) && looksMissing(document)) {
    if (warned.size < MOST_WARNED) warned.add(group)
    warnings.push(
      'the page looks like a missing page, but its status is 200: let the app add <meta name="prerender-status-code" content="404">',
    )
  }
  return { status: isStatus ? status : 200, location, warnings }
}

const looksMissing = (document: Document): boolean =>
  [document.title, headingOf(document)?.textContent ?? ''].some(
    (text) => text.length < 80 && MISSING.test(text),
  )

/** A heading beside the content is the app's name. */
const headingOf = (document: Document): Element | undefined =>
  [...document.querySelectorAll('h1')].find((one) => !one.closest('aside, nav, header'))

/** Undefined: the page stays. */
function refreshOf(metas: readonly HTMLMetaElement[], base: string): string | undefined {
  const meta = metas.find(
    (one) => /^refresh$/i.test(one.getAttribute('http-equiv') ?? '') && !one.closest('noscript'),
  )
  const content = meta?.getAttribute('content') ?? ''
  const [, seconds, url] = /^\s*([\d.]+)\s*[;,]\s*(?:url\s*=\s*)?["']?([^"']+)/i.exec(content) ?? []
  if (url === undefined || Number(seconds) > AT_ONCE || !URL.canParse(url, base)) return undefined
  const { href } = new URL(url, base)
  return href === location.href ? undefined : href
}
