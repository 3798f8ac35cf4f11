// Who asks, by kind: a label of few values, for metrics and the log. In: the agent that a request names, and whether it asks as the
// scheme says. Out: a kind. Agents are told apart by a list that others keep, the optional peer crawler-user-agents; who calls
// itself a browser is taken for a person. Nothing else of an agent is kept.

import { createRequire } from 'node:module'
import { LRUCache } from 'lru-cache'

/** The kinds, in the order in which they are tried. */
export const READER_KINDS = [
  'scheme',
  'model',
  'preview',
  'archive',
  'search',
  'program',
  'person',
] as const

/**
 * Who asks: `scheme` asks for ugly URLs and is none of the next three, `model` is a language model's crawler or fetcher,
 * `preview` shows links in messages and posts, `archive` keeps pages, `search` is a search engine that does not know the scheme,
 * `program` is any other program, `person` a browser.
 */
export type ReaderKind = (typeof READER_KINDS)[number]

/** Tells the kind. @param agent What `User-Agent` says. @param isUgly Whether the URL is an ugly one. */
export type ReaderOf = (agent: string | undefined, isUgly: boolean) => ReaderKind

interface Agent {
  readonly pattern: string
  readonly tags?: readonly string[]
}

/** The list's tags, by kind; those of no kind are programs. */
const TAGS: readonly (readonly [ReaderKind, string])[] = [
  ['model', 'ai-crawler'],
  ['preview', 'social-preview'],
  ['archive', 'archiver'],
  ['search', 'search-engine'],
]

/** So much of an agent is looked at, and so many are remembered: there are few, but anybody may make up more. */
const MOST_CHARACTERS = 512
const REMEMBERED = 2000

/** Loads the list. @throws When it is not installed. */
export function loadAgents(): readonly Agent[] {
  // Node 20 warns of JSON that is imported.
  const require = createRequire(import.meta.url)
  return require('crawler-user-agents') as readonly Agent[]
}

/** Makes what tells kinds by a list of agents. */
export function createReaderOf(agents: readonly Agent[]): ReaderOf {
  const one = (some: readonly Agent[]) =>
    new RegExp(some.map(({ pattern }) => `(?:${pattern})`).join('|'))
  const kinds = TAGS.map(
    ([kind, tag]) => [kind, one(agents.filter(({ tags }) => tags?.includes(tag)))] as const,
  )
  const any = one(agents)
  const remembered = new LRUCache<string, ReaderKind>({ max: REMEMBERED })

  function kindOf(agent: string): ReaderKind {
    // Most are none of the list, which is long: it is gone through once for them.
    if (!any.test(agent)) return agent.startsWith('Mozilla/') ? 'person' : 'program'
    return kinds.find(([, pattern]) => pattern.test(agent))?.[0] ?? 'program'
  }

  return (agent = '', isUgly) => {
    const known = agent.slice(0, MOST_CHARACTERS)
    let kind = remembered.get(known)
    if (kind === undefined) {
      kind = kindOf(known)
      remembered.set(known, kind)
    }
    return isUgly && (kind === 'search' || kind === 'program' || kind === 'person')
      ? 'scheme'
      : kind
  }
}
