// Indexes a table's patterns. Static text comes before params, more text around a param before
// less, lists last. A walk visits a node at most once, so the table bounds its cost, not the text.

import { createKeyIndex } from './key-index.ts'
import type { Capture, Part } from './pattern.ts'
import { type Candidate, type Index, type Match, NONE, readMatch } from './read-match.ts'
import { decodeSegment, readState, type StateParts } from './state.ts'

/** A route whose pattern ends at a node, or whose list takes the rest of a path. */
interface End<T> extends Pick<Part, 'modifier' | 'take'> {
  readonly route: T
  readonly names: readonly string[]
}

interface Branch<T> extends Pick<Part, 'before' | 'after'> {
  readonly next: Node<T>
}

class Node<T> {
  readonly statics = new Map<string, Node<T>>()
  /** A bit for each first character saves most look-ups. */
  firsts = 0
  /** Params by the text around them, most text first. */
  params: readonly Branch<T>[] = []
  /** Lists come last; those with empty segments are last of all. */
  ends: readonly End<T>[] = []
}

export function createRouteIndex<T extends Candidate>() {
  const bare = new Node<T>()
  // Skips the look-up of the empty text before a first slash.
  const rooted = new Node<T>()
  // Caches matches without params.
  const whole = new Map<string, Match>()
  let keys: Index<T> | undefined
  function find(text: string): Match | undefined {
    const state = readState(text)
    if (state.keyed) return keys?.find(state)
    const captures: Capture[] = ['']
    return (
      (state.path[0] === '/' && walk(rooted, state, 1, captures, 0)) ||
      walk(bare, state, 0, captures, 0)
    )
  }

  return {
    add(route: T): T | undefined {
      const { name, sure, pattern } = route
      if (pattern.keyed) {
        keys ??= createKeyIndex()
        return keys.add(route)
      }
      const slash = pattern.source[0] === '/'
      const earlier = addPath(slash ? rooted : bare, pattern.parts.slice(+slash), [], route)
      const match = sure ? find(pattern.source) : undefined
      // No later route ranks before it.
      if (match?.name === name && match.params === NONE)
        whole.set(pattern.source, Object.freeze(match))
      return earlier.includes(undefined) ? undefined : earlier[0]
    },
    /** @param text As in a URL. */
    find: (text: string): Match | undefined => whole.get(text) ?? find(text),
  }
}

// Returns the earlier route that takes all states of the new one; two for a "?".
function addPath<T extends Candidate>(
  node: Node<T>,
  [part, ...left]: readonly Part[],
  names: readonly string[],
  route: T,
): (T | undefined)[] {
  const { name, before, after, modifier = '', take } = part ?? ({} as Part)
  const allNames = name ? [...names, name] : names
  if (!part || take) {
    const first = node.ends.find(
      (end) => end.route.sure && (end.modifier === modifier || end.modifier + modifier === '*+'),
    )
    node.ends = [...node.ends, { route, names: allNames, modifier, take }].sort(
      (a, b) => a.modifier.length - b.modifier.length,
    )
    return [first?.route]
  }
  if (!name) {
    node.firsts |= 1 << before.charCodeAt(0)
    const next = node.statics.get(before) ?? new Node<T>()
    node.statics.set(before, next)
    return addPath(next, left, allNames, route)
  }
  let branch = node.params.find((branch) => branch.before === before && branch.after === after)
  if (!branch) {
    branch = { before, after, next: new Node<T>() }
    node.params = [...node.params, branch].sort((a, b) => around(b) - around(a))
  }
  return [
    ...addPath(branch.next, left, allNames, route),
    ...(modifier ? addPath(node, left, names, route) : []),
  ]
}

const around = ({ before, after }: Branch<unknown>): number => before.length + after.length

// `start`: of the next segment, or past the end. `captures` receives the params' texts.
function walk<T extends Candidate>(
  node: Node<T>,
  state: StateParts,
  start: number,
  captures: Capture[],
  depth: number,
): Match | undefined {
  const { path } = state
  const isOver = start > path.length
  let match: Match | undefined
  if (!isOver) {
    const slash = path.indexOf('/', start)
    const end = slash < 0 ? path.length : slash
    const segment = decodeSegment(path.slice(start, end))
    const next = node.firsts & (1 << segment.charCodeAt(0)) ? node.statics.get(segment) : undefined
    if (next) match = walk(next, state, end + 1, captures, depth)
    for (const { before, after, next } of node.params) {
      if (match) return match
      // Most params are a whole segment.
      const isWhole = before.length + after.length === 0
      if (!isWhole && !(segment.startsWith(before) && segment.endsWith(after))) continue
      const value = isWhole ? segment : segment.slice(before.length, segment.length - after.length)
      if (!value) continue
      captures[depth] = value
      match = walk(next, state, end + 1, captures, depth + 1)
    }
  }
  if (match) return match
  for (const { route, names, take } of node.ends) {
    if (match) return match
    if (take) {
      const value = take(isOver ? undefined : path.slice(start))
      if (value === undefined) continue
      captures[depth] = value
    } else if (!isOver) continue
    match = readMatch(state, route, names, captures)
  }
  return match
}
