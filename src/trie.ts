// The index over parsed patterns: finds the routes that a state may belong to.
// In: patterns, each with a value of the caller's. Out: candidates by rank, offered to a callback that
// takes or refuses each. Static text before params, more text around a param before less, the rest last.
// A walk visits a node at most once, so its cost is bounded by the table and never by the text.

import type { Part, Pattern } from './pattern.ts'
import type { Pair, StateParts } from './state.ts'

/** What the params took, decoded; a list for `:x+` and `:x*`. */
export type Captures = readonly (readonly [name: string, value: string | readonly string[]])[]

/** Takes a candidate by returning something, or refuses it by returning undefined. */
export type Accept<T, R> = (value: T, captures: Captures) => R | undefined

/** The index. `find` gives what `accept` returned for the first candidate that it took. */
export interface Trie<T> {
  add(pattern: Pattern, value: T): void
  find<R>(state: StateParts, accept: Accept<T, R>): R | undefined
}

interface End<T> {
  readonly names: readonly string[]
  readonly value: T
}

interface Keyed<T> {
  readonly parts: readonly Part[]
  readonly weight: number
  readonly value: T
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
  const keyed = new Map<string, Keyed<T>[]>()
  return {
    add({ parts, keyed: byKey }, value) {
      if (byKey) addKeyed(keyed, parts, value)
      else addPath(root, parts, [], value)
    },
    find: (state, accept) =>
      state.keyed ? findKeyed(keyed, state.pairs, accept) : walk(root, state.path, 0, [], accept),
  }
}

function addPath<T>(
  node: Node<T>,
  [part, ...parts]: readonly Part[],
  names: readonly string[],
  value: T,
): void {
  if (part === undefined) {
    node.ends = [...(node.ends ?? []), { names, value }]
    return
  }
  const { name, before, after, modifier } = part
  if (name === undefined) {
    node.statics ??= new Map()
    const next = node.statics.get(before) ?? new Node<T>()
    node.statics.set(before, next)
    addPath(next, parts, names, value)
    return
  }
  const end = { names: [...names, name], value }
  if (modifier === 'rest') {
    node.rests = [...(node.rests ?? []), end]
  } else if (modifier === '+' || modifier === '*') {
    node.repeats = [...(node.repeats ?? []), end]
    if (modifier === '*') node.ends = [...(node.ends ?? []), end]
  } else {
    if (modifier === '?') addPath(node, parts, names, value)
    node.params ??= []
    let found = node.params.find(({ part }) => part.before === before && part.after === after)
    if (found === undefined) {
      found = { part, node: new Node() }
      node.params.push(found)
      node.params.sort((a, b) => affixes(b.part) - affixes(a.part))
    }
    addPath(found.node, parts, end.names, value)
  }
}

const affixes = ({ before, after }: Part): number => before.length + after.length

const decode = (text: string): string => (text.includes('%') ? decodeURIComponent(text) : text)

/** What a part's param takes of a text; undefined when the text does not fit or nothing is left. */
function take(part: Part, text: string): string | undefined {
  const { before, after } = part
  return text.length > affixes(part) && text.startsWith(before) && text.endsWith(after)
    ? text.slice(before.length, text.length - after.length)
    : undefined
}

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

// A key=value pattern is filed under one key that it requires, with its text where that is static, so
// that a look-up reads only the lists of the state's own pairs.
function addKeyed<T>(index: Map<string, Keyed<T>[]>, parts: readonly Part[], value: T): void {
  const lead =
    parts.find(({ name }) => name === undefined) ?? parts.find(({ modifier }) => modifier === '')
  if (lead === undefined) return
  const key = lead.name === undefined ? `${lead.key}=${lead.before}` : lead.key
  const weight = parts.reduce(
    (sum, part) => sum + (part.name === undefined ? 3 : part.modifier === '?' ? 0 : 2),
    0,
  )
  index.set(key, [...(index.get(key) ?? []), { parts, weight, value }])
}

function findKeyed<T, R>(
  index: Map<string, Keyed<T>[]>,
  pairs: readonly Pair[],
  accept: Accept<T, R>,
): R | undefined {
  // The first of repeated keys counts.
  const values = new Map(pairs.toReversed())
  const candidates = [...values]
    .flatMap(([key, value]) => [...(index.get(`${key}=${value}`) ?? []), ...(index.get(key) ?? [])])
    .sort((a, b) => b.weight - a.weight)
  for (const { parts, value } of candidates) {
    const captures: [string, string][] = []
    const fits = parts.every((part) => {
      const text = values.get(part.key)
      if (text === undefined) return part.modifier === '?'
      if (part.name === undefined) return text === part.before
      const taken = take(part, text)
      if (taken !== undefined) captures.push([part.name, taken])
      return taken !== undefined
    })
    const found = fits ? accept(value, captures) : undefined
    if (found !== undefined) return found
  }
  return undefined
}
