// Reads a page's status and redirect from the meta tags of prerender services, and warns about a
// page that looks missing without a status.
// https://docs.prerender.io/docs/11-best-practices

export interface HeadFacts {
  readonly status: number
  /** Absolute; undefined: no redirect. */
  readonly location: string | undefined
  /** For the log. */
  readonly warnings: readonly string[]
}

const MISSING = /\b404\b|\b(?:page|seite)?\s*not found\b/i

export function headFacts(document: Document): HeadFacts {
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
      : undefined
  const isPage = (status >= 200 && status < 300) || (status >= 400 && status <= 599)
  const isStatus = Number.isInteger(status) && (isPage || location !== undefined)
  if (!isStatus) {
    const what =
      'which is no status of a page, and no <meta name="prerender-header"> has a Location'
    warnings.push(
      `<meta name="prerender-status-code"> says "${given}", ${what}: the status stays 200`,
    )
  }
  if (given === undefined && looksMissing(document)) {
    warnings.push(
      'the page looks like a missing page, but its status is 200: let the app add <meta name="prerender-status-code" content="404">',
    )
  }
  return { status: isStatus ? status : 200, location, warnings }
}

const looksMissing = (document: Document): boolean =>
  [document.title, document.querySelector('h1')?.textContent ?? ''].some(
    (text) => text.length < 80 && MISSING.test(text),
  )
