// Classifies clients by `User-Agent`, with the list of the optional peer crawler-user-agents. A
// client that claims to be a browser counts as a person. Stores only the kind.

import { createRequire } from 'node:module'
import { LRUCache } from 'lru-cache'

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
 * The kind of a reader: `scheme` requests ugly URLs and is none of the next three, `model` is a
 * language model's crawler or fetcher, `preview` shows links in messages and posts, `archive` keeps
 * pages, `search` is a search engine that does not know the scheme, `program` is any other program,
 * `person` a browser.
 */
export type ReaderKind = (typeof READER_KINDS)[number]

/** @param agent The `User-Agent` header. @param isUgly Whether the URL is an ugly one. */
export type ReaderOf = (agent: string | undefined, isUgly: boolean) => ReaderKind

interface Agent {
  readonly pattern: string
  readonly tags?: readonly string[]
}

/** The list's tags by kind. Agents with other tags are programs. */
const TAGS: readonly (readonly [ReaderKind, string])[] = [
  ['model', 'ai-crawler'],
  ['preview', 'social-preview'],
  ['archive', 'archiver'],
  ['search', 'search-engine'],
]

/** Most characters read of an agent, and most agents cached. */
const MOST_CHARACTERS = 512
const REMEMBERED = 2000

/** @throws When crawler-user-agents is not installed. */
export function loadAgents(): readonly Agent[] {
  // Node 20 warns about JSON imports.
  const require = createRequire(import.meta.url)
  return require('crawler-user-agents') as readonly Agent[]
}

export function createReaderOf(agents: readonly Agent[]): ReaderOf {
  const one = (some: readonly Agent[]) =>
    new RegExp(some.map(({ pattern }) => `(?:${pattern})`).join('|'))
  const kinds = TAGS.map(
    ([kind, tag]) => [kind, one(agents.filter(({ tags }) => tags?.includes(tag)))] as const,
  )
  const any = one(agents)
  const remembered = new LRUCache<string, ReaderKind>({ max: REMEMBERED })

  function kindOf(agent: string): ReaderKind {
    // One combined expression rules out most agents.
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
