/**
 * Requests pages of all kinds in random order and counts the wrong ones. A page's content is a
 * function of its data. The bytes of a sample are also compared with those of a handler that has
 * made no other page.
 */
import { seededRandom, shuffle } from '../report.ts'
import { type Asker, openAsker } from './ask.ts'
import type { Kind } from './project/kinds.ts'
import type { TruthSite } from './sites.ts'

/** How the pages of one kind came out. */
export interface Outcome {
  readonly kind: Kind
  pages: number
  /** Answers of 200 that show something else. */
  silent: number
  /** Answers of another status. */
  refused: number
  /** Pages of the sample that differ from those of a handler that has made no other. */
  otherBytes: number
  sampled: number
  /** Workers that were replaced while its group of kinds was asked for. */
  replaced: number
  /** The server's first message about the kind. */
  warning: string | undefined
  /** The text of the first wrong page. */
  example: string | undefined
}

export interface TruthOptions {
  readonly sites: readonly TruthSite[]
  /** Of each kind. */
  readonly pages: number
  readonly seed: number
  /** Kinds that one handler shows, all mixed. */
  readonly together: number
  /** Pages of each kind whose bytes are held against a new handler's. */
  readonly sample: number
  readonly workers?: number
  readonly onDone?: (outcomes: readonly Outcome[]) => void
  /** Is called every now and then with how many pages a handler has made. */
  readonly onPages?: (count: number) => void
}

/** Requests on their way at a time. */
const ON_THE_WAY = 8
/** How many pages are made between two calls of `onPages`. */
const REPORT_EVERY = 1000

interface Request {
  readonly outcome: Outcome
  readonly id: number
}

export async function runTruth(options: TruthOptions): Promise<readonly Outcome[]> {
  const random = seededRandom(options.seed)
  const kinds = shuffle(
    options.sites.flatMap(({ kinds }) => kinds),
    random,
  )
  const lasting = await findLasting(kinds, options)
  const all: Outcome[] = []
  for (const part of [kinds.filter((kind) => !lasting.has(kind)), [...lasting]]) {
    for (let at = 0; at < part.length; at += options.together) {
      const group = await runGroup(part.slice(at, at + options.together), options, random)
      all.push(...group)
      options.onDone?.(group)
    }
  }
  return all
}

/**
 * Kinds whose pages cost a worker. They have handlers of their own: among the others, each worker
 * would be a new one, which has seen few pages and runs cold.
 */
async function findLasting(
  kinds: readonly Kind[],
  { sites, workers = 2 }: TruthOptions,
): Promise<ReadonlySet<Kind>> {
  const asker = await openAsker({ sites: sitesOf(sites, kinds), workers })
  await inParallel(kinds, async (kind) => void (await asker.ask(kind, 0)))
  const { replaced } = asker
  await asker.close()
  return new Set(kinds.filter(({ route }) => replaced.some((why) => why.includes(`/${route}/`))))
}

const sitesOf = (sites: readonly TruthSite[], kinds: readonly Kind[]): readonly TruthSite[] =>
  sites.filter(({ kinds: some }) => some.some((kind) => kinds.includes(kind)))

async function runGroup(
  kinds: readonly Kind[],
  options: TruthOptions,
  random: () => number,
): Promise<readonly Outcome[]> {
  const { sites, workers = 2 } = options
  const outcomes = kinds.map((kind) => nothing(kind))
  const requests = shuffle(
    outcomes.flatMap((outcome) =>
      Array.from({ length: options.pages }, (_, id): Request => ({ outcome, id })),
    ),
    random,
  )
  const used = sitesOf(sites, kinds)
  const asker = await openAsker({ sites: used, workers })
  const bodies = new Map<string, string>()
  // The last ones: their workers have shown the most.
  const sampled = new Set(outcomes.flatMap((outcome) => lastOf(requests, outcome, options.sample)))
  let made = 0
  await inParallel(requests, async (request) => {
    const body = await judge(asker, request)
    made += 1
    if (made % REPORT_EVERY === 0) options.onPages?.(made)
    if (sampled.has(request)) bodies.set(nameOf(request), body)
  })
  for (const outcome of outcomes) {
    outcome.warning = asker.warnings.get(outcome.kind.route)
    outcome.replaced = asker.replaced.length
  }
  await asker.close()
  for (const request of sampled) {
    const fresh = await freshBody(used, request)
    request.outcome.sampled += 1
    if (fresh !== bodies.get(nameOf(request))) request.outcome.otherBytes += 1
  }
  return outcomes
}

/** The page in a handler that makes no other. */
async function freshBody(sites: readonly TruthSite[], { outcome, id }: Request): Promise<string> {
  const asker = await openAsker({ sites: sitesOf(sites, [outcome.kind]), workers: 1 })
  const { body } = await asker.ask(outcome.kind, id)
  await asker.close()
  return body
}

async function judge(asker: Asker, { outcome, id }: Request): Promise<string> {
  const { status, body, shown, isRight } = await asker.ask(outcome.kind, id)
  outcome.pages += 1
  if (status !== 200) outcome.refused += 1
  else if (!isRight) outcome.silent += 1
  if (status !== 200 || !isRight) {
    outcome.example ??= `${id}: ${status} "${shown.title}" "${shown.text}"`
  }
  return body
}

async function inParallel<Item>(
  items: readonly Item[],
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const queue = items.values()
  const one = async () => {
    for (const item of queue) await work(item)
  }
  await Promise.all(Array.from({ length: ON_THE_WAY }, one))
}

const lastOf = (requests: readonly Request[], of: Outcome, count: number): Request[] =>
  count > 0 ? requests.filter(({ outcome }) => outcome === of).slice(-count) : []

const nameOf = ({ outcome, id }: Request): string => `${outcome.kind.route}/${id}`

const nothing = (kind: Kind): Outcome => ({
  ...{ kind, pages: 0, silent: 0, refused: 0, otherBytes: 0, sampled: 0, replaced: 0 },
  warning: undefined,
  example: undefined,
})
