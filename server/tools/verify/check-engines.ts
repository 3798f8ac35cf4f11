// Compares sample states of an adopted site in our engine with Chromium's page, for adopt. Where
// they differ, compares Chromium's own snapshot too.

import { covers } from '../../adopted/chromium/chromium-lane.ts'
import { get } from '../../serve/http/bounded-get.ts'
import type { Observer } from '../../serve/observe/events.ts'
import type { SiteConfig } from '../../serve/start/create-site.ts'
import { AdoptedStates, linkedStates } from '../../serve/start/find-states.ts'
import { type RunningServer, startServer } from '../../serve/start/start-server.ts'
import { adoptedPages, shapeOf } from '../../site/adopted-pages.ts'
import { groupOf } from '../../site/adopted-urls.ts'
import { ConfigError } from '../../site/check-settings.ts'
import type { AdoptedPageConfig } from '../../site/config.ts'
import { describeDifference } from './compare-pages.ts'
import { sampleStates } from './sample.ts'
import { type Checked, checkTogether, Verifier, type VerifierOptions } from './verify-states.ts'

type SitePages = Omit<SiteConfig, 'origin'>

export interface CheckOptions {
  readonly config: SitePages
  readonly limit: number
  readonly warn: (warning: string) => void
  /** Most pictures of states that differ. Default: 0. */
  readonly pictures?: number
  readonly signal: AbortSignal
  readonly onChecked?: (checked: CheckedState) => void
}

export interface CheckedState extends Checked {
  readonly page: string
  readonly state: string
  readonly warnings: readonly string[]
  /** The result for Chromium's snapshot, if it was needed. */
  readonly fallback?: Checked | undefined
}

/** States that differ only in their last part. */
export type CheckedGroup = ReturnType<typeof judgeGroup>

type Server = Pick<RunningServer, 'origin' | 'site'>

const TOGETHER = 2

/** The least ms for a page in Chromium, and those for timers after its `load` event. */
const DEADLINE = 15_000
const TIMERS = 1000

/** @throws {ConfigError} @throws {NoChromium} */
export async function checkEngines(options: CheckOptions) {
  const { config, signal } = options
  const warnings = new Map<string, string[]>()
  const ours = await serve(config, [], (event) => {
    if (event.type !== 'warning') return
    warnings.set(event.state, [...(warnings.get(event.state) ?? []), ...event.warnings])
  })
  const { states, known } = await checkStates(ours, {
    ...options,
    warningsOf: (state) => warnings.get(state) ?? [],
  }).finally(ours.stop)
  const differing = states.filter((state) => !isSame(state))
  const fallbacks =
    differing.length > 0 && !signal.aborted ? await checkAgain(differing, options) : new Map()
  const groups = new Map<string, CheckedState[]>()
  for (const state of states) {
    const checked = { ...state, fallback: fallbacks.get(state) }
    groups.set(groupOf(state), [...(groups.get(groupOf(state)) ?? []), checked])
  }
  return { groups: [...groups].map(([name, checked]) => judgeGroup(name, checked, config)), known }
}

/** Compares states of the adopted pages of a running server, a few of every kind first. */
export async function checkStates(
  server: Server,
  options: CheckOptions & { readonly warningsOf?: (state: string) => readonly string[] },
): Promise<{ readonly states: readonly CheckedState[]; readonly known: number }> {
  const { config, limit, signal, warn, onChecked, pictures: other = 0 } = options
  const { warningsOf = () => [] } = options
  const states: CheckedState[] = []
  let known = 0
  for (const [page, settings] of adoptedPages(config.pages)) {
    const sample = sampleStates(page, limit)
    const isListed = settings.statesFile !== undefined
    const { pageUrl, shape, verifier } = openPage(server, page, config, {
      pictures: { same: 0, other },
      onSnapshot(html) {
        if (!isListed) sample.add(linkedStates(html, pageUrl, shape))
      },
    })
    const { origin, site } = server
    const listed = new AdoptedStates({ page, config: settings, origin, site, warn })
    const end = () => void verifier.close()
    signal.addEventListener('abort', end, { once: true })
    await checkPage(pageUrl)
    if (!isListed) sample.add([''])
    for await (const state of listed.named()) sample.add([state])
    try {
      for (;;) {
        const next = signal.aborted ? [] : sample.next(TOGETHER)
        if (next.length === 0) break
        const urls = next.map((state) => shape.fragmentUrl(pageUrl, state))
        const results: Checked[] = []
        await checkTogether(verifier, { urls, concurrency: TOGETHER, signal }, (checked, index) => {
          results[index] = checked
        })
        if (signal.aborted) break
        for (const [index, state] of next.entries()) {
          const result = results[index] as Checked
          const checked = { ...result, page, state, warnings: warningsOf(state) }
          states.push(checked)
          onChecked?.(checked)
        }
      }
    } finally {
      signal.removeEventListener('abort', end)
      await verifier.close()
    }
    known += sample.known
  }
  return { states, known }
}

async function checkAgain(states: readonly CheckedState[], { config, signal }: CheckOptions) {
  const server = await serve(config, ['*'], () => undefined)
  const results = new Map<CheckedState, Checked>()
  const pages = new Map<string, ReturnType<typeof openPage>>()
  try {
    for (const state of states) {
      if (signal.aborted) break
      const opened = pages.get(state.page) ?? openPage(server, state.page, config)
      pages.set(state.page, opened)
      const { pageUrl, shape, verifier } = opened
      results.set(state, await verifier.check(shape.fragmentUrl(pageUrl, state.state)))
    }
  } finally {
    await Promise.all([...pages.values()].map(({ verifier }) => verifier.close()))
    await server.stop()
  }
  return results
}

const SERVED = ['assets', 'base', 'allowFetch', 'limits', 'region', 'workerEnv', 'adopt'] as const

/** Serves the adopted pages alone, with one worker, and with these states for Chromium. */
function serve(config: SitePages, chromium: readonly string[], observe: Observer) {
  const pages = adoptedPages(config.pages).map(([path, page]) => [path, { ...page, chromium }])
  const served = SERVED.flatMap((name) => (config[name] ? [[name, config[name]]] : []))
  return startServer(
    {
      ...Object.fromEntries(served),
      pages: Object.fromEntries(pages),
      port: 0,
      host: 'localhost',
      workers: 1,
    },
    { observers: [observe] },
  )
}

function openPage(
  { origin, site }: Server,
  page: string,
  config: SitePages,
  more: Partial<VerifierOptions> = {},
) {
  const { limits, adopt, allowFetch = [] } = config
  const { readable: readableAt } = config.pages[page] as AdoptedPageConfig
  const shape = shapeOf({ page, states: site.statesOf(page), readableAt })
  const pageUrl = origin + page
  const verifier = new Verifier({
    hidden: { pageUrl, shape },
    timers: TIMERS,
    sandbox: adopt?.sandbox ?? true,
    timeout: Math.max(limits?.deadline ?? 0, DEADLINE),
    allow: new Set([origin, ...allowFetch]),
    ...more,
  })
  return { pageUrl, shape, verifier }
}

/** @throws {ConfigError} When people do not get the page. */
async function checkPage(url: string): Promise<void> {
  const answer = await get(url, { timeout: DEADLINE })
  if (answer.type === 'response' && answer.status === 200) return
  const why = answer.type === 'failure' ? answer.reason : `its status is ${answer.status}`
  throw new ConfigError(
    `The page "${new URL(url).pathname}" cannot be loaded: ${why}. Start the server that its "site" names, or correct "site"`,
  )
}

const isSame = (checked: Checked | undefined): boolean => checked?.verdict === 'same'

function judgeGroup(name: string, checked: readonly CheckedState[], config: SitePages) {
  const [{ page }] = checked as [CheckedState]
  const others = checked.filter((state) => !isSame(state))
  const [first] = others
  const isCovered = others.every(({ fallback }) => isSame(fallback))
  const { chromium = [] } = config.pages[page] as AdoptedPageConfig
  /** The one that renders all of them right; undefined: none. */
  const engine: 'happy-dom' | 'chromium' | undefined =
    first === undefined ? 'happy-dom' : isCovered ? 'chromium' : undefined
  return {
    page,
    engine,
    checked,
    /** The name of the states in the setting `chromium`. */
    states: name.slice(page.length + 1),
    /** Whether the configuration lets that engine render them. */
    isSet: others.every(({ state }) => chromium.some((pattern) => covers(pattern, state))),
    why: first === undefined ? '' : `${first.state}: ${verdictWords(first)}`.slice(0, 240),
  }
}

export const verdictWords = ({ differences: [first], reason }: Checked): string =>
  reason ?? (first ? describeDifference(first) : 'it differs')
