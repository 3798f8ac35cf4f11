// The index over parsed patterns: finds the routes that a state may belong to.
// In: patterns, each with a value of the caller's. Out: candidates by rank, offered to a callback that
// takes or refuses each. Static text before params, more text around a param before less, the rest last.
// A walk visits a node at most once, so its cost is bounded by the table and never by the text.

import { createKeyIndex } from './keys.ts'
import { affixes, type Part, type Pattern, take } from './pattern.ts'
import type { StateParts } from './state.ts'

/** What the params took, decoded; a list for `:x+` and `:x*`. */
export type Captures = readonly (readonly [name: string, value: string | readonly string[]])[]

/** Takes a candidate by returning something, or refuses it by returning undefined. */
export type Accept<T, R> = (value: T, captures: Captures) => R | undefined

/** The index. `find` gives what `accept` returned for the first candidate that it took. */
export interface Trie<T> {
  /**
   * Files a value under a pattern.
   *
   * @param sure Whether `accept` takes the value whatever the captures.
   * @returns A value filed before that takes every state of this one, which is then never reached.
   */
  add(pattern: Pattern, value: T, sure: boolean): T | undefined
  find<R>(state: StateParts, accept: Accept<T, R>): R | undefined
}

interface End<T> {
  readonly names: readonly string[]
  readonly value: T
  readonly sure: boolean
}

// One for every segment of every pattern: what is not needed is not allocated.
class Node<T> {
  statics: Map<string, Node<T>> | undefined
  /** By the text around the param, most text first. */
  params: { readonly part: Part; readonly node: Node<T> }[] | undefined
  ends: End<T>[] | undefined
  repeats: End<T>[] | undefined
  rests: End<T>[] | undefined
}

/** Makes an empty index. */
export function createTrie<T>(): Trie<T> {
  const root = new Node<T>()
  const keyed = createKeyIndex<T>()
  return {
    add: (pattern, value, sure) =>
      pattern.keyed
        ? keyed.add(pattern.parts, value, sure)
        : addPath(root, pattern.parts, { names: [], value, sure }),
    find: (state, accept) =>
      state.keyed ? keyed.find(state.pairs, accept) : walk(root, state.path, 0, [], accept),
  }
}

function addPath<T>(node: Node<T>, [part, ...parts]: readonly Part[], end: End<T>): T | undefined {
  if (part === undefined) return put(node, 'ends', end)
  const { name, before, after, modifier } = part
  if (name === undefined) {
    node.statics ??= new Map()
    const next = node.statics.get(before) ?? new Node<T>()
    node.statics.set(before, next)
    return addPath(next, parts, end)
  }
  const named = { ...end, names: [...end.names, name] }
  if (modifier === 'rest') return put(node, 'rests', named)
  if (modifier === '+') return put(node, 'repeats', named)
  if (modifier === '*') {
    const none = put(node, 'ends', named)
    return put(node, 'repeats', named) && none
  }
  const without = modifier === '?' ? addPath(node, parts, end) : undefined
  node.params ??= []
  let found = node.params.find(({ part }) => part.before === before && part.after === after)
  if (found === undefined) {
    found = { part, node: new Node() }
    node.params.push(found)
    node.params.sort((a, b) => affixes(b.part) - affixes(a.part))
  }
  const taken = addPath(found.node, parts, named)
  return modifier === '?' ? without && taken : taken
}

// Gives the value that takes all that could come to the new one.
function put<T>(node: Node<T>, kind: 'ends' | 'repeats' | 'rests', end: End<T>): T | undefined {
  node[kind] ??= []
  const first = node[kind].find(({ sure }) => sure)
  node[kind].push(end)
  return first?.value
}

const decode = (text: string): string => (text.includes('%') ? decodeURIComponent(text) : text)

// `from` is where the next segment begins; past the end of the path means that all are consumed.
function walk<T, R>(
  node: Node<T>,
  path: string,
  from: number,
  taken: readonly (string | readonly string[])[],
  accept: Accept<T, R>,
): R | undefined {
  if (from > path.length) return offer(node.ends, taken, accept)
  const slash = path.indexOf('/', from)
  const end = slash < 0 ? path.length : slash
  const segment = decode(path.slice(from, end))
  const next = node.statics?.get(segment)
  let found = next && walk(next, path, end + 1, taken, accept)
  for (const { part, node: next } of node.params ?? []) {
    if (found !== undefined) return found
    const text = take(part, segment)
    if (text !== undefined) found = walk(next, path, end + 1, [...taken, text], accept)
  }
  if (found === undefined && node.repeats) {
    const segments = path.slice(from).split('/').map(decode)
    if (!segments.includes('')) found = offer(node.repeats, [...taken, segments], accept)
  }
  if (found === undefined && node.rests) {
    found = offer(node.rests, [...taken, decode(path.slice(from))], accept)
  }
  return found
}

function offer<T, R>(
  ends: readonly End<T>[] | undefined,
  taken: readonly (string | readonly string[])[],
  accept: Accept<T, R>,
): R | undefined {
  for (const { names, value } of ends ?? []) {
    const found = accept(
      value,
      names.map((name, index) => [name, taken[index] ?? []]),
    )
    if (found !== undefined) return found
  }
  return undefined
}
