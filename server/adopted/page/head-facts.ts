// Reads an adopted page's status and redirect from its meta tags, those of prerender services too.
// https://docs.prerender.io/docs/11-best-practices

export interface HeadFacts {
  readonly status: number
  /** Absolute; undefined: no redirect. */
  readonly location: string | undefined
  /** For the log. */
  readonly warnings: readonly string[]
}

/** In seconds: a longer refresh is no redirect. */
const AT_ONCE = 1

export function headFacts(document: Document): HeadFacts {
  const metas = [...document.head.querySelectorAll('meta')]
  const contentOf = (name: string) =>
    metas.find((meta) => meta.getAttribute('name')?.toLowerCase() === name)?.getAttribute('content')
  const statusText = contentOf('prerender-status-code')
  const status = Number(statusText ?? 200)
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
      `<meta name="prerender-status-code"> says "${statusText}", ${what}: the status stays 200`,
    )
  }
  return { status: isStatus ? status : 200, location, warnings }
}

/** The address of a refresh. Without one the page stays. */
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
