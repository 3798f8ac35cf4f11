// The index over parsed patterns: finds the routes that a state may belong to.
// In: patterns, each with a value of the caller's. Out: candidates by rank, offered to a callback that
// takes or refuses each. Static text before params, more text around a param before less, lists last.
// A walk visits a node at most once, so its cost is bounded by the table and never by the text.

import { createKeyIndex } from './keys.ts'
import type { Modifier, Part, Pattern } from './pattern.ts'
import type { StateParts } from './state.ts'

/** What a param took, decoded; a list for `:x+` and `:x*`. */
export type Capture = string | readonly string[]

/** Takes a candidate by returning something, or refuses it by returning undefined. */
export type Accept<T, R> = (
  value: T,
  names: readonly string[],
  captures: readonly Capture[],
) => R | undefined

/** The index. */
export interface Trie<T> {
  /**
   * Files a value under a pattern.
   *
   * @param sure Whether `accept` takes the value whatever the captures.
   * @returns A value filed before that takes every state of this one, which is then never reached.
   */
  add(pattern: Pattern, value: T, sure: boolean): T | undefined
  /** Gives what `accept` returned for the first candidate that it took. */
  find<R extends object>(state: StateParts, accept: Accept<T, R>): R | undefined
}

interface End<T> {
  readonly value: T
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
  /** Params by the text around them, most text first. */
  params: readonly Branch<T>[] = []
  ends: readonly End<T>[] = []
  /** What takes all that is left; what takes empty segments too is last. */
  tails: readonly End<T>[] = []
}

/** Makes an empty index. */
export function createTrie<T>(): Trie<T> {
  const root = new Node<T>()
  const keys = createKeyIndex<T>()
  return {
    add({ keyed, parts }, value, sure) {
      if (keyed) return keys.add(parts, value, sure)
      const firsts = variants(parts).map((variant) => addPath(root, variant, value, sure))
      return firsts.includes(undefined) ? undefined : firsts[0]
    },
    find({ keyed, pairs, path }, accept) {
      return keyed
        ? keys.find(pairs, accept)
        : walk(root, path.split('/').map(decodeURIComponent), [], 0, accept)
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
function addPath<T>(root: Node<T>, parts: readonly Part[], value: T, sure: boolean): T | undefined {
  let node = root
  let modifier: Modifier = ''
  const names: string[] = []
  for (const { name, before, after, modifier: sign } of parts) {
    if (name !== undefined) names.push(name)
    if (name === undefined) {
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
  node[kind] = [...node[kind], { value, sure, names, modifier }].sort(
    (a, b) => a.modifier.length - b.modifier.length,
  )
  return first?.value
}

const around = ({ before, after }: Branch<unknown>): number => before.length + after.length

function walk<T, R extends object>(
  { statics, params, ends, tails }: Node<T>,
  segments: readonly string[],
  taken: readonly Capture[],
  index: number,
  accept: Accept<T, R>,
): R | undefined {
  const segment = segments[index]
  let found: R | undefined
  if (segment === undefined) {
    for (const { value, names } of ends) found ??= accept(value, names, taken)
  } else {
    const next = statics.get(segment)
    if (next) found = walk(next, segments, taken, index + 1, accept)
    for (const { before, after, next } of params) {
      const end = segment.length - after.length
      if (end > before.length && segment.startsWith(before) && segment.endsWith(after))
        found ??= walk(
          next,
          segments,
          [...taken, segment.slice(before.length, end)],
          index + 1,
          accept,
        )
    }
  }
  for (const { value, names, modifier } of tails) {
    const left = segments.slice(index)
    const rest = modifier === 'rest'
    if (rest ? left.length : !left.includes('') && (left.length || modifier === '*'))
      found ??= accept(value, names, [...taken, rest ? left.join('/') : left])
  }
  return found
}
