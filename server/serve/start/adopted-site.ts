// An adopted page of a site: its shell, read once from a folder or fetched on demand from a server,
// and the prefix of its states: that of the links of its first page, or else "#!".

import { diagnosis } from '../../diagnostics/diagnosis.ts'
import { rewriteLinks } from '../../html/rewrite-links.ts'
import { attributeOf, isShellElement, nodesOf } from '../../html/shell-tree.ts'
import {
  adoptedAddress,
  adoptedPages,
  fileOf,
  isServer,
  readableOf,
} from '../../site/adopted-pages.ts'
import { prefixOfLinks, type StatePrefix } from '../../site/adopted-urls.ts'
import { checkReadable, readSetting } from '../../site/build-id.ts'
import type { AdoptedPageConfig, Config } from '../../site/config.ts'
import { adoptedShell, type Shell } from '../../site/shell.ts'
import type { Lane } from '../../snapshot/pool/pool.ts'
import type { Job, Result } from '../../snapshot/pool/protocol.ts'
import type { SitePage } from '../handler/addresses.ts'
import { fetchReason } from '../http/bounded-get.ts'

export interface AdoptedSiteOptions {
  readonly page: string
  readonly url: string
  readonly config: AdoptedPageConfig
  readonly warn: (warning: string) => void
  /** Default: the process's monotonic clock. */
  readonly now?: () => number
}

type Render = Lane['render']

/** How long a server's page is cached, and the timeout of its request. */
const FRESH_FOR_MS = 1000
const TIMEOUT_MS = 5000

/** The pause after a failed search for the prefix. */
const RETRY_AFTER_MS = 1000

const PREFIXES = 'one of "#!", "#!/", "#/", "#"'

export class AdoptedSite implements SitePage {
  readonly #options: AdoptedSiteOptions
  /** @returns Undefined while its server is unavailable. */
  readonly shell: () => Promise<Shell | undefined>
  readonly query: SitePage['query']
  readonly readable: SitePage['readable']
  readonly #search: (render: Render) => Promise<StatePrefix | Error>
  #known: StatePrefix | undefined

  constructor(options: AdoptedSiteOptions, shell: AdoptedSite['shell']) {
    const { page, config } = options
    this.#options = options
    this.shell = shell
    this.query = config.query
    this.readable = config.readable === undefined ? undefined : readableOf(page, config.readable)
    this.#known = config.states
    this.#search = freshFor(RETRY_AFTER_MS, (render) => this.#readLinks(render), options.now)
  }

  /** The known prefix, or the default. */
  get prefix(): StatePrefix {
    return this.#known ?? '#!'
  }

  /** Searches again after a failure. @param render Renders the first page. */
  async findPrefix(render: Render): Promise<StatePrefix | Error> {
    const prefix = this.#known ?? (await this.#search(render))
    if (!(prefix instanceof Error)) this.#known = prefix
    return prefix
  }

  async prepare(job: Job, render: Render): Promise<Job | Result> {
    const states = await this.findPrefix(render)
    if (states instanceof Error) return { type: 'crashed', error: states.message }
    return { ...job, states, readableAt: this.#options.config.readable }
  }

  async #readLinks(render: Render): Promise<StatePrefix | Error> {
    const { page, url, warn } = this.#options
    const shell = (await this.shell())?.html
    const job = { page, state: '', url, form: 'crawler', shell } as const
    const result = shell === undefined ? undefined : await render(job)
    const html = result?.type === 'snapshot' ? String(result.document ?? '') : undefined
    const prefix = html === undefined ? undefined : prefixOfPage(html, url)
    if (prefix !== undefined) return prefix
    const reason = result === undefined ? 'its HTML could not be fetched' : whyUnseen(result)
    if (reason !== undefined) {
      return new Error(
        `The page "${page}" cannot be rendered, so its links do not show how its states begin. They get status 503. Correct the error below, or set --states, or "states" of the page, to ${PREFIXES}.\n${reason}`,
      )
    }
    warn(
      `The page "${page}" has no link to a state, so its states are assumed to begin with "#!". Set --states, or "states" of the page, to ${PREFIXES}`,
    )
    return '#!'
  }
}

export type AdoptedSites = ReadonlyMap<string, AdoptedSite>

/** @throws {ConfigError} When a page cannot be read. */
export async function openAdoptedSites(
  { pages, origin }: Pick<Config, 'pages' | 'origin'>,
  warn: (warning: string) => void,
): Promise<AdoptedSites> {
  const sites = new Map<string, AdoptedSite>()
  for (const [page, config] of adoptedPages(pages))
    sites.set(page, await openAdoptedSite({ page, url: origin + page, config, warn }))
  return sites
}

/** A failed search is repeated with the page's next job. */
export async function findPrefixes(
  sites: AdoptedSites,
  lane: Lane,
  warn: (warning: string) => void,
): Promise<void> {
  for (const site of sites.values()) {
    const prefix = await site.findPrefix((job) => lane.render(job))
    if (prefix instanceof Error) warn(prefix.message)
  }
}

async function openAdoptedSite(options: AdoptedSiteOptions): Promise<AdoptedSite> {
  const { page, config } = options
  const { site, statesFile } = config
  if (statesFile !== undefined) await checkReadable(page, 'statesFile', statesFile)
  if (isServer(site)) return new AdoptedSite(options, serverShell(options))
  const shell = adoptedShell(await readSetting(page, 'site', fileOf(page, site)))
  return new AdoptedSite(options, async () => shell)
}

/** Keeps the last shell of a server that cannot be reached. */
function serverShell({ page, config, warn }: AdoptedSiteOptions): AdoptedSite['shell'] {
  const url = adoptedAddress(page, config.site)
  let last: Shell | undefined
  return freshFor(FRESH_FOR_MS, async () => {
    try {
      const answer = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) })
      if (!answer.ok) throw new Error(`its server returns status ${answer.status}`)
      const html = await answer.text()
      if (html !== last?.html) last = adoptedShell(html)
    } catch (error) {
      warn(
        `The page "${page}" could not be fetched from ${url}: ${fetchReason(error)}. Start or correct its server, or pass another URL`,
      )
    }
    return last
  })
}

/** @returns Undefined without links to fragments. */
function prefixOfPage(html: string, url: string): StatePrefix | undefined {
  const fragments: string[] = []
  rewriteLinks(html, (link, kind) => {
    if (kind === 'link' && URL.canParse(link, url)) {
      const { href, hash } = new URL(link, url)
      if (href.startsWith(`${url}#`)) fragments.push(hash)
    }
    return null
  })
  if (fragments.length === 0) return undefined
  const places = new Set(['', 'top'])
  for (const node of nodesOf(html).filter(isShellElement)) {
    for (const name of ['id', 'name']) places.add(attributeOf(node, name) ?? '')
  }
  return prefixOfLinks(fragments, (fragment) => places.has(decoded(fragment.slice(1))))
}

function decoded(fragment: string): string {
  try {
    return decodeURIComponent(fragment)
  } catch {
    return fragment
  }
}

/** Explains why a page shows no links; undefined when it is complete. */
function whyUnseen(result: Result): string | undefined {
  if (result.type === 'snapshot') {
    if (result.fault === 'none') return undefined
    return `it has no link to a state, and reported errors: ${result.warnings.join('; ')}`
  }
  if (result.type === 'late') return diagnosis('HB105', '', result.after ?? 0, result.waiting ?? [])
  if (result.type === 'redirect') return `it leads to ${result.location}`
  return ('why' in result && result.why) || ('error' in result && result.error) || result.type
}

/** Returns the last promise of `read` until its value is that many ms old. */
export function freshFor<A extends readonly unknown[], T>(
  ms: number,
  read: (...args: A) => Promise<T>,
  now = () => performance.now(),
): (...args: A) => Promise<T> {
  let last: Promise<T> | undefined
  let readAt = 0
  return (...args) => {
    if (last !== undefined && now() - readAt < ms) return last
    // A value has no age until it is read.
    readAt = Number.POSITIVE_INFINITY
    const setAge = () => {
      readAt = now()
    }
    last = read(...args)
    last.then(setAge, setAge)
    return last
  }
}
