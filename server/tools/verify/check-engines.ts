// Chooses the engine of an adopted site: compares sample states of our engine with Chromium's page,
// and where they differ, Chromium's own snapshot too.

import { toUglyUrl } from '../../../src/url.ts'
import type { Verdict } from '../../adopted/compare/compare.ts'
import { describe } from '../../adopted/compare/words.ts'
import {
  type Answered,
  compareState,
  type StateVerdict,
} from '../../adopted/engines/compare-state.ts'
import type { Engine, EngineGroup } from '../../adopted/engines/engines-file.ts'
import { siteFetch } from '../../http/site-fetch.ts'
import { linkedStates } from '../../serve/handler/adopted-states.ts'
import { openBrowser } from '../../serve/start/adopted-engines.ts'
import { createSite, type SiteConfig, type SiteParts } from '../../serve/start/create-site.ts'
import { namedStates } from '../../serve/start/find-states.ts'
import type { Site } from '../../serve/start/site.ts'
import { adoptedPages, mountsOf, shapeOf } from '../../site/adopted-pages.ts'
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
  readonly group: string
  readonly url: string
  /** Warnings of our engine. */
  readonly warnings: readonly string[]
  /** The verdict on Chromium's snapshot, if it was needed. */
  readonly fallback?: Verdict
}

export interface CheckedGroup extends EngineGroup {
  readonly name: string
  readonly checked: readonly CheckedState[]
}

/** How many states are compared at once. */
const TOGETHER = 2

interface CheckedAgain {
  readonly checked: CheckedState
  readonly again: (site: Site) => Promise<StateVerdict>
}

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
  const alone = { ...config, workers: 1 }
  const allow = new Set(config.allowFetch)
  const open = (engine: Engine, observe: SiteParts['observe'] = () => undefined) =>
    createSite(alone, { patience: Number.POSITIVE_INFINITY, engine, observe })
  const ours = await open('happy-dom', (event) => {
    if (event.type !== 'warning') return
    const before = warningsByState.get(event.state) ?? []
    warningsByState.set(event.state, [...before, ...event.warnings])
  })
  let chromium: Site | undefined
  const browser = openBrowser(config)
  let pictures = options.pictures
  const pictured = (verdict: Verdict) => verdict !== 'same' && pictures-- > 0
  const again: CheckedAgain[] = []
  let known = 0

  async function checkPage(page: string, settings: AdoptedPageConfig): Promise<void> {
    const prefix = ours.statesOf(page) ?? '#!'
    const { readable: readableAt, statesFile } = settings
    const shape = shapeOf({ page, states: prefix, readableAt })
    const url = config.origin + page
    const shell = await appOf(config, page)
    const sample = sampleStates(page, limit)
    if (statesFile === undefined) sample.add([''])
    for await (const state of namedStates(page, settings, url, shape, tell)) sample.add([state])
    const check = async (state: string): Promise<void> => {
      const order = { page, state, url, shell, states: prefix, readableAt }
      const compare = async (site: Site, isLast: boolean) => {
        const answered = await answerOf(site, url, state, config.origin)
        if (!isLast && statesFile === undefined) {
          sample.add(linkedStates(answered.html, url, shape).map((one) => one.state))
        }
        return compareState({ browser, allow, ...(isLast ? {} : { pictured }) }, order, answered)
      }
      const verdict = await compare(ours, false)
      const checked: CheckedState = {
        ...{ ...verdict, page, state, group: groupOf({ page, state }) },
        url: shape.prettyUrl(url, state),
        warnings: warningsByState.get(state) ?? [],
      }
      again.push({ checked, again: (site) => compare(site, true) })
      onChecked(checked)
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
    const groups: CheckedGroup[] = []
    for (const name of new Set(again.map(({ checked }) => checked.group))) {
      const ofGroup = again.filter(({ checked }) => checked.group === name)
      if (ofGroup.every(({ checked }) => checked.verdict === 'same')) {
        const checked = ofGroup.map((one) => one.checked)
        groups.push(groupAs(name, 'happy-dom', checked))
        continue
      }
      if (signal.aborted) continue
      chromium ??= await open('chromium')
      const checked: CheckedState[] = []
      for (const one of ofGroup) {
        checked.push({ ...one.checked, fallback: (await one.again(chromium)).verdict })
      }
      const isCovered = checked.every(({ fallback }) => fallback === 'same')
      groups.push(groupAs(name, isCovered ? 'chromium' : 'app', checked))
    }
    return { groups, known }
  } finally {
    await Promise.all([ours.close(), chromium?.close(), browser.close()])
  }
}

function groupAs(name: string, engine: Engine, checked: readonly CheckedState[]): CheckedGroup {
  const first = checked.find(({ verdict }) => verdict !== 'same')
  const why = first && `${first.state}: ${wordsOf(first)}`.slice(0, 240)
  return { name, engine, states: checked.length, ...(why === undefined ? {} : { why }), checked }
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
