// Compares sample states of an adopted site in our engine with Chromium's page, and where they
// differ, Chromium's own snapshot too.

import { toUglyUrl } from '../../../src/url.ts'
import type { Verdict } from '../../adopted/compare/compare.ts'
import {
  type Answered,
  compareState,
  type StateVerdict,
} from '../../adopted/compare/compare-state.ts'
import { describe } from '../../adopted/compare/words.ts'
import { siteFetch } from '../../http/site-fetch.ts'
import type { Observer } from '../../observe/events.ts'
import { linkedStates } from '../../serve/handler/adopted-states.ts'
import { covers, openBrowser } from '../../serve/start/chromium-pool.ts'
import { createSite, type SiteConfig } from '../../serve/start/create-site.ts'
import { namedStates } from '../../serve/start/find-states.ts'
import type { Site } from '../../serve/start/site.ts'
import { adoptedPages, isAdopted, mountsOf, shapeOf } from '../../site/adopted-pages.ts'
import type { AdoptedPageConfig, Config } from '../../site/config.ts'
import { ConfigError } from '../../site/settings.ts'
import { groupOf } from '../../site/state-group.ts'
import { sampleStates } from './sample-states.ts'

export interface CheckOptions {
  readonly config: SiteConfig
  readonly limit: number
  readonly tell: (warning: string) => void
  readonly pictures: number
  /** On abort, no further state starts. */
  readonly signal: AbortSignal
  readonly onChecked: (checked: CheckedState) => void
}

export interface CheckedState extends StateVerdict {
  readonly page: string
  readonly state: string
  readonly url: string
  /** Warnings of our engine. */
  readonly warnings: readonly string[]
  /** The verdict on Chromium's snapshot, if it was needed. */
  readonly fallback?: Verdict
}

/** States that differ only in their last part. */
export interface CheckedGroup {
  readonly page: string
  /** As the setting `chromium` names them. */
  readonly states: string
  /** The engine that renders all of them right; undefined: none. */
  readonly engine: 'happy-dom' | 'chromium' | undefined
  /** Whether the configuration lets that engine render them. */
  readonly isSet: boolean
  /** The first difference of our engine. */
  readonly why: string
  readonly checked: readonly CheckedState[]
}

/** How many states are compared at once. */
const TOGETHER = 2

/** @throws {ConfigError} When the configuration is invalid. @throws {NoChromium} */
export async function checkEngines({
  config,
  limit,
  signal,
  tell,
  onChecked,
  ...options
}: CheckOptions): Promise<{ readonly groups: readonly CheckedGroup[]; readonly known: number }> {
  const warningsByState = new Map<string, string[]>()
  const allow = new Set(config.allowFetch)
  const ours = await openAll(config, [], (event) => {
    if (event.type !== 'warning') return
    const before = warningsByState.get(event.state) ?? []
    warningsByState.set(event.state, [...before, ...event.warnings])
  })
  let chromium: Promise<Site> | undefined
  const browser = openBrowser(config)
  let pictures = options.pictures
  const pictured = (verdict: Verdict) => verdict !== 'same' && pictures-- > 0
  const all: CheckedState[] = []
  let known = 0

  async function checkPage(page: string, settings: AdoptedPageConfig): Promise<void> {
    const prefix = ours.statesOf(page) ?? '#!'
    const { readable: readableAt, statesFile } = settings
    const shape = shapeOf({ page, states: prefix, readableAt })
    const pageUrl = config.origin + page
    const html = await appOf(config, page)
    const sample = sampleStates(page, limit)
    if (statesFile === undefined) sample.add([''])
    for await (const state of namedStates(page, settings, pageUrl, shape, tell)) sample.add([state])
    const check = async (state: string): Promise<void> => {
      const address = { state, pageUrl, html, shape }
      const answered = await answerOf(ours, pageUrl, state, config.origin)
      if (statesFile === undefined)
        sample.add(linkedStates(answered.html, pageUrl, shape).map((one) => one.state))
      const verdict = await compareState({ browser, allow, pictured }, address, answered)
      const checked: CheckedState = {
        ...{ ...verdict, page, state, url: shape.prettyUrl(pageUrl, state) },
        warnings: warningsByState.get(state) ?? [],
      }
      onChecked(checked)
      if (verdict.verdict === 'same') return void all.push(checked)
      chromium ??= openAll(config, ['*'], () => undefined)
      const other = await answerOf(await chromium, pageUrl, state, config.origin)
      const { verdict: fallback } = await compareState({ browser, allow }, address, other)
      all.push({ ...checked, fallback })
    }
    for (;;) {
      const states = signal.aborted ? [] : sample.next(TOGETHER)
      if (states.length === 0) break
      await Promise.all(states.map(check))
    }
    known += sample.known
  }

  try {
    for (const [page, settings] of adoptedPages(config.pages)) await checkPage(page, settings)
    const groups = new Map<string, CheckedState[]>()
    for (const one of all) groups.set(groupOf(one), [...(groups.get(groupOf(one)) ?? []), one])
    return { groups: [...groups].map(([name, checked]) => judged(name, checked, config)), known }
  } finally {
    await Promise.all([ours.close(), chromium?.then((site) => site.close()), browser.close()])
  }
}

/** Opens the site with one worker, and with these states for Chromium. */
const openAll = (config: SiteConfig, chromium: readonly string[], observe: Observer) =>
  createSite(
    {
      ...config,
      workers: 1,
      pages: Object.fromEntries(
        Object.entries(config.pages).map(([path, page]) => [
          path,
          isAdopted(page) ? { ...page, chromium } : page,
        ]),
      ),
    },
    { patience: Number.POSITIVE_INFINITY, observe },
  )

function judged(name: string, checked: readonly CheckedState[], config: SiteConfig): CheckedGroup {
  const [{ page }] = checked as [CheckedState]
  const others = checked.filter(({ verdict }) => verdict !== 'same')
  const [first] = others
  const isCovered = others.every(({ fallback }) => fallback === 'same')
  const { chromium = [] } = config.pages[page] as AdoptedPageConfig
  return {
    ...{ page, states: name.slice(page.length + 1), checked },
    engine: first === undefined ? 'happy-dom' : isCovered ? 'chromium' : undefined,
    isSet: others.every(({ state }) => chromium.some((one) => covers(one, state))),
    why: first === undefined ? '' : `${first.state}: ${wordsOf(first)}`.slice(0, 240),
  }
}

export const wordsOf = ({ differences: [first], reason }: StateVerdict): string =>
  reason ?? (first ? describe(first) : 'it differs')

async function answerOf(
  site: Site,
  pageUrl: string,
  state: string,
  origin: string,
): Promise<Answered> {
  const ugly = toUglyUrl(`${pageUrl}#!${state}`, { fragmentTag: true }) ?? pageUrl
  const target = ugly.slice(origin.length)
  const answer = await site({ method: 'GET', target, headers: {} })
  const { status = 404, headers = {}, body } = answer ?? {}
  return { status, location: headers.location, html: body ? body.toString() : '' }
}

/** Timeout of the app's server in ms. */
const PATIENCE = 15_000

/** The page as people get it, from its folder or server. @throws {ConfigError} If unavailable. */
async function appOf(config: Config, page: string): Promise<string> {
  const load = siteFetch(mountsOf(config), config.origin, fetch)
  const options = { signal: AbortSignal.timeout(PATIENCE) }
  const answer = await load(config.origin + page, options).catch((error: Error) => error)
  if (answer instanceof Response && answer.ok) return answer.text()
  const why =
    answer instanceof Response ? `its server returns status ${answer.status}` : answer.message
  throw new ConfigError(
    `The page "${page}" cannot be loaded: ${why}. Start the server that its "site" names, or correct "site"`,
  )
}
