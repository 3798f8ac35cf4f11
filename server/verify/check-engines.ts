// Decides which engine makes the snapshots of an adopted site: compares states of every kind as our engine shows them with what
// Chromium shows, and where they differ what Chromium itself makes of them. In: a configuration. Out: a verdict for each state, an
// engine for each group of them. It writes nothing.

import { toUglyUrl } from '../../src/url.ts'
import type { Verdict } from '../compare/compare.ts'
import { describe } from '../compare/words.ts'
import { openReader } from '../crawl/reader.ts'
import { type Answered, compareState, type StateVerdict } from '../engines/compare-state.ts'
import type { Engine, EngineGroup } from '../engines/engines-file.ts'
import { linkedStates } from '../handler/adopted-states.ts'
import { deadlineOf, openBrowser } from '../production/adopted-engines.ts'
import { createHandler, type Site, type SiteOptions } from '../production/create-handler.ts'
import { listedStates, sitemapStates } from '../production/find-states.ts'
import { type AdoptedPageConfig, adoptedPages, shapeOf } from '../site/adopted-pages.ts'
import { groupOf } from '../site/state-group.ts'
import { appOf } from './adopted-app.ts'
import { sampleStates } from './sample-states.ts'

/** What to check, and how. */
export interface CheckOptions {
  readonly config: SiteOptions
  /** How many states of each page at the most. */
  readonly limit: number
  /** How many at a time. */
  readonly concurrency: number
  /** Told what could not be read. */
  readonly tell: (warning: string) => void
  /** Of how many states pictures are taken. */
  readonly pictures: number
  /** Once it is aborted no state is begun any more. */
  readonly signal: AbortSignal
  readonly onChecked?: (checked: CheckedState) => void
}

/** A state that was compared. */
export interface CheckedState extends StateVerdict {
  readonly page: string
  readonly state: string
  readonly group: string
  /** What people open. */
  readonly url: string
  /** What our engine said of it. */
  readonly warnings: readonly string[]
  /** How the snapshot that Chromium makes of it stands to the page, where that was needed. */
  readonly fallback?: Verdict
}

/** A group of states, with what was found of it. */
export interface CheckedGroup extends EngineGroup {
  readonly name: string
  readonly checked: readonly CheckedState[]
}

/** What came out. */
export interface CheckResult {
  readonly groups: readonly CheckedGroup[]
  /** How many states are known of the pages that were checked. */
  readonly known: number
}

/** What is asked for a state, and compared again with another engine. */
interface Asked {
  readonly checked: CheckedState
  readonly again: (site: Site) => Promise<StateVerdict>
}

/**
 * Checks.
 *
 * @throws {ConfigError} When the configuration cannot be used.
 * @throws {NoChromium} When there is no browser.
 */
export async function checkEngines(options: CheckOptions): Promise<CheckResult> {
  const { config, signal, onChecked } = options
  const said = new Map<string, string[]>()
  const patient = {
    ...config,
    watch: 0,
    workers: 1,
    patience: Number.POSITIVE_INFINITY,
    wait: 120_000,
  }
  const allow = new Set(config.allowFetch)
  const open = (engine: Engine, observe: SiteOptions['observe'] = () => undefined) =>
    createHandler({ ...patient, tiers: [], engine, observe })
  const ours = await open('happy-dom', (event) => {
    if (event.type === 'warning')
      said.set(event.state, [...(said.get(event.state) ?? []), ...event.warnings])
  })
  let chromium: Site | undefined
  const browser = openBrowser(config)
  const reader = openReader(deadlineOf(config))
  let pictures = options.pictures
  const pictured = (verdict: Verdict) =>
    (verdict === 'same' ? pictures > MOST_SAME : true) && pictures-- > 0
  const asked: Asked[] = []
  let known = 0

  async function checkPage(page: string, settings: AdoptedPageConfig): Promise<void> {
    const prefix = ours.statesOf(page) ?? '#!'
    const { readable: readableAt, statesFile } = settings
    const shape = shapeOf({ page, states: prefix, readableAt })
    const url = config.origin + page
    const shell = await appOf(config, page)
    const sample = sampleStates(page, options.limit)
    const listed = statesFile
      ? listedStates(statesFile, url, shape, options.tell)
      : sitemapStates(page, settings, url, shape, options.tell)
    if (statesFile === undefined) sample.add([''])
    for await (const state of listed) sample.add([state])
    const check = async (state: string): Promise<void> => {
      const order = { page, state, url, shell, states: prefix, readableAt }
      const compare = async (site: Site, isLast: boolean) => {
        const answered = await answerOf(site, url, state, config.origin)
        if (!isLast && statesFile === undefined) {
          sample.add(linkedStates(answered.html, url, shape).map((one) => one.state))
        }
        return compareState(
          { browser, reader, allow, ...(isLast ? {} : { pictured }) },
          order,
          answered,
        )
      }
      const verdict = await compare(ours, false)
      const checked: CheckedState = {
        ...{ ...verdict, page, state, group: groupOf({ page, state }) },
        url: shape.prettyUrl(url, state),
        warnings: said.get(state) ?? [],
      }
      asked.push({ checked, again: (site) => compare(site, true) })
      onChecked?.(checked)
    }
    for (;;) {
      const states = signal.aborted ? [] : sample.next(options.concurrency)
      if (states.length === 0) break
      await Promise.all(states.map(check))
    }
    known += sample.known
  }

  try {
    for (const [page, settings] of adoptedPages(config.pages)) await checkPage(page, settings)
    const groups: CheckedGroup[] = []
    for (const name of new Set(asked.map(({ checked }) => checked.group))) {
      const ofGroup = asked.filter(({ checked }) => checked.group === name)
      if (ofGroup.every(({ checked }) => checked.verdict === 'same')) {
        groups.push(
          groupAs(
            name,
            'happy-dom',
            ofGroup.map(({ checked }) => checked),
          ),
        )
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
    await Promise.all([ours.close(), chromium?.close(), browser.close(), reader.close()])
  }
}

/** Of states that are the same pictures are taken only while so many are left for the others. */
const MOST_SAME = 20

function groupAs(name: string, engine: Engine, checked: readonly CheckedState[]): CheckedGroup {
  const first = checked.find(({ verdict }) => verdict !== 'same')
  const why = first && `${first.state}: ${wordsOf(first)}`.slice(0, 240)
  return { name, engine, states: checked.length, ...(why === undefined ? {} : { why }), checked }
}

/** What is different in a state, first. */
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
