// The index over parsed patterns: finds the routes that a state may belong to.
// In: patterns, each with a value of the caller's. Out: candidates by rank, offered to a callback that
// takes or refuses each. Static text before params, more text around a param before less, lists last.
// A walk visits a node at most once, so its cost is bounded by the table and never by the text.

import { createKeyIndex } from './keys.ts'
import { type Candidate, type Match, readMatch } from './match.ts'
import type { Modifier, Part } from './pattern.ts'
import type { StateParts } from './state.ts'

/** What a param took, decoded; a list for `:x+` and `:x*`. */
export type Capture = string | readonly string[]

/** The index. */
export interface Trie<T> {
  /**
   * Files a route under its pattern.
   *
   * @param sure Whether the route takes every state that its pattern fits.
   * @returns A route filed before that takes every state of this one, which is then never reached.
   */
  add(route: T, sure: boolean): T | undefined
  /** Gives the match of the first route that takes a state. */
  find(state: StateParts): Match | undefined
}

interface End<T> {
  readonly route: T
  readonly sure: boolean
  readonly names: readonly string[]
  /** `+`, `*` or `rest` for what takes all that is left of a path. */
  readonly modifier: Modifier
}

interface Branch<T> {
  readonly before: string
  readonly after: string
  readonly next: Node<T>
}

// One for every segment of every pattern.
class Node<T> {
  readonly statics = new Map<string, Node<T>>()
  /** A bit for each first character of those, so that most other texts need no look-up. */
  firsts = 0
  /** Params by the text around them, most text first. */
  params: readonly Branch<T>[] = []
  ends: readonly End<T>[] = []
  /** What takes all that is left; what takes empty segments too is last. */
  tails: readonly End<T>[] = []
}

/** Makes an empty index. */
export function createTrie<T extends Candidate>(): Trie<T> {
  const bare = new Node<T>()
  // Most states begin with a slash: those need not look up the empty text before it.
  const rooted = new Node<T>()
  const keys = createKeyIndex<T>()
  return {
    add(route, sure) {
      const { keyed, source, parts } = route.pattern
      if (keyed) return keys.add(route, sure)
      const slash = source[0] === '/'
      const firsts = variants(slash ? parts.slice(1) : parts).map((variant) =>
        addPath(slash ? rooted : bare, variant, route, sure),
      )
      return firsts.includes(undefined) ? undefined : firsts[0]
    },
    find(state) {
      if (state.keyed) return keys.find(state)
      const slash = state.path[0] === '/'
      // With room for one param: most states have no more.
      const taken: Capture[] = ['']
      const found = slash ? walk(rooted, state, 1, taken, 0) : undefined
      return found || (slash && !bare.tails.length) ? found : walk(bare, state, 0, taken, 0)
    },
  }
}

// A segment that may be absent makes two patterns.
const variants = (parts: readonly Part[]): Part[][] =>
  parts.reduce<Part[][]>(
    (all, part) => all.flatMap((one) => [...(part.modifier === '?' ? [one] : []), [...one, part]]),
    [[]],
  )

// Gives a value that takes whatever could come to the new one.
function addPath<T>(root: Node<T>, parts: readonly Part[], route: T, sure: boolean): T | undefined {
  let node = root
  let modifier: Modifier = ''
  const names: string[] = []
  for (const { name, before, after, modifier: sign } of parts) {
    if (name !== undefined) names.push(name)
    if (name === undefined) {
      node.firsts |= firstBit(before)
      const next = node.statics.get(before) ?? new Node<T>()
      node.statics.set(before, next)
      node = next
    } else if (sign === '' || sign === '?') {
      let branch = node.params.find((one) => one.before === before && one.after === after)
      if (branch === undefined) {
        branch = { before, after, next: new Node<T>() }
        node.params = [...node.params, branch].sort((a, b) => around(b) - around(a))
      }
      node = branch.next
    } else modifier = sign
  }
  const kind = modifier ? 'tails' : 'ends'
  const first = node[kind].find(
    (end) => end.sure && (end.modifier === modifier || end.modifier + modifier === '*+'),
  )
  node[kind] = [...node[kind], { route, sure, names, modifier }].sort(
    (a, b) => a.modifier.length - b.modifier.length,
  )
  return first?.route
}

const firstBit = (text: string): number => 1 << text.charCodeAt(0)

const around = ({ before, after }: Branch<unknown>): number => before.length + after.length

// `from` is where the next segment begins, past the end of the path when there is none. What the params
// take goes to `taken`, which has room for one more at `depth`.
function walk<T extends Candidate>(
  node: Node<T>,
  state: StateParts,
  from: number,
  taken: Capture[],
  depth: number,
): Match | undefined {
  const { path } = state
  let found: Match | undefined
  if (from > path.length) {
    for (const { route, names } of node.ends) found ??= readMatch(state, route, names, taken)
  } else {
    const slash = path.indexOf('/', from)
    const end = slash < 0 ? path.length : slash
    const segment = decode(path.slice(from, end))
    const next = node.firsts & firstBit(segment) ? node.statics.get(segment) : undefined
    if (next) found = walk(next, state, end + 1, taken, depth)
    for (const { before, after, next } of node.params) {
      if (found) return found
      const stop = segment.length - after.length
      if (stop <= before.length) continue
      if (before && !segment.startsWith(before)) continue
      if (after && !segment.endsWith(after)) continue
      taken[depth] = segment.slice(before.length, stop)
      found = walk(next, state, end + 1, taken, depth + 1)
    }
  }
  for (const { route, names, modifier } of node.tails) {
    if (found) return found
    const left = from > path.length ? [] : path.slice(from).split('/').map(decode)
    const rest = modifier === 'rest'
    if (rest ? !left.length : left.includes('') || !(left.length || modifier === '*')) continue
    taken[depth] = rest ? left.join('/') : left
    found = readMatch(state, route, names, taken)
  }
  return found
}

const decode = (text: string): string => (text.includes('%') ? decodeURIComponent(text) : text)
