// The index over parsed patterns: finds the routes that a state may belong to.
// In: patterns, each with a value of the caller's. Out: candidates by rank, offered to a callback that
// takes or refuses each. Static text before params, more text around a param before less, the rest last.
// A walk visits a node at most once, so its cost is bounded by the table and never by the text.

import type { KeyItem, Pattern, Segment } from './pattern.ts'
import type { Pair, StateParts } from './state.ts'

/** What a param took, decoded; a list for `:x+` and `:x*`. */
export type Capture = string | readonly string[]

/** Takes a candidate by returning something, or refuses it by returning undefined. */
export type Accept<T, R> = (
  value: T,
  names: readonly string[],
  captures: readonly Capture[],
) => R | undefined

/** The index. `find` gives what `accept` returned for the first candidate that it took. */
export interface Trie<T> {
  add(pattern: Pattern, value: T): void
  find<R>(state: StateParts, accept: Accept<T, R>): R | undefined
}

interface End<T> {
  readonly names: readonly string[]
  readonly value: T
}

interface Keyed<T> extends End<T> {
  readonly items: readonly KeyItem[]
}

// One for every segment of every pattern: what is not needed is not allocated.
class Node<T> {
  statics: Map<string, Node<T>> | undefined
  /** By the text around the param; `shapes` has each pair of lengths of such texts once, longest first. */
  params: Map<string, Node<T>> | undefined
  shapes: (readonly [before: number, after: number])[] | undefined
  ends: End<T>[] | undefined
  repeats: End<T>[] | undefined
  rests: End<T>[] | undefined
}

/** Makes an empty index. */
export function createTrie<T>(): Trie<T> {
  const root = new Node<T>()
  const keyed = new Map<string, Keyed<T>[]>()
  return {
    add(pattern, value) {
      if ('segments' in pattern) addPath(root, pattern.segments, 0, [], value)
      else addKeyed(keyed, pattern.items, value)
    },
    find: (state, accept) =>
      state.keyed ? findKeyed(keyed, state.pairs, accept) : walk(root, state.path, 0, [], accept),
  }
}

function addPath<T>(
  from: Node<T>,
  segments: readonly Segment[],
  start: number,
  before: readonly string[],
  value: T,
): void {
  let node = from
  let names = before
  for (let index = start; index < segments.length; index++) {
    const segment = segments[index] as Segment
    if ('text' in segment) {
      node.statics ??= new Map()
      node = child(node.statics, segment.text)
      continue
    }
    const named = [...names, segment.name]
    if ('rest' in segment) {
      node.rests = [...(node.rests ?? []), { names: named, value }]
      return
    }
    if (segment.modifier === '+' || segment.modifier === '*') {
      node.repeats = [...(node.repeats ?? []), { names: named, value }]
      if (segment.modifier === '*') node.ends = [...(node.ends ?? []), { names, value }]
      return
    }
    if (segment.modifier === '?') addPath(node, segments, index + 1, names, value)
    node.params ??= new Map()
    node.shapes ??= []
    addShape(node.shapes, segment.before.length, segment.after.length)
    node = child(node.params, `${segment.before}:${segment.after}`)
    names = named
  }
  node.ends = [...(node.ends ?? []), { names, value }]
}

function child<T>(children: Map<string, Node<T>>, key: string): Node<T> {
  const node = children.get(key) ?? new Node<T>()
  children.set(key, node)
  return node
}

function addShape(shapes: (readonly [number, number])[], before: number, after: number): void {
  if (shapes.some((shape) => shape[0] === before && shape[1] === after)) return
  shapes.push([before, after])
  shapes.sort((a, b) => b[0] + b[1] - a[0] - a[1] || b[0] - a[0])
}

const decode = (text: string): string => (text.includes('%') ? decodeURIComponent(text) : text)

// `from` is where the next segment begins; past the end of the path means that all are consumed.
function walk<T, R>(
  node: Node<T>,
  path: string,
  from: number,
  captures: Capture[],
  accept: Accept<T, R>,
): R | undefined {
  if (from > path.length) return offer(node.ends, captures, accept)
  const slash = path.indexOf('/', from)
  const end = slash < 0 ? path.length : slash
  const segment = decode(path.slice(from, end))
  const next = node.statics?.get(segment)
  let found = next && walk(next, path, end + 1, captures, accept)
  for (const [before, after] of node.shapes ?? []) {
    if (found !== undefined) return found
    const stop = segment.length - after
    if (stop <= before) continue
    const param = node.params?.get(`${segment.slice(0, before)}:${segment.slice(stop)}`)
    if (param === undefined) continue
    captures.push(segment.slice(before, stop))
    found = walk(param, path, end + 1, captures, accept)
    captures.pop()
  }
  if (found === undefined && node.repeats) {
    const segments = path.slice(from).split('/').map(decode)
    if (!segments.includes('')) found = offer(node.repeats, [...captures, segments], accept)
  }
  if (found === undefined && node.rests) {
    found = offer(node.rests, [...captures, decode(path.slice(from))], accept)
  }
  return found
}

function offer<T, R>(
  ends: readonly End<T>[] | undefined,
  captures: readonly Capture[],
  accept: Accept<T, R>,
): R | undefined {
  for (const end of ends ?? []) {
    const found = accept(end.value, end.names, captures)
    if (found !== undefined) return found
  }
  return undefined
}

// A key=value pattern is filed under one key that it requires, with its text where that is static, so
// that a look-up reads only the lists of the state's own pairs.
const fileUnder = (key: string, text?: string): string => JSON.stringify([key, text])

function addKeyed<T>(index: Map<string, Keyed<T>[]>, items: readonly KeyItem[], value: T): void {
  const lead =
    items.find((item) => 'text' in item) ?? items.find((item) => 'name' in item && !item.optional)
  if (lead === undefined) return
  const key = 'text' in lead ? fileUnder(lead.key, lead.text) : fileUnder(lead.key)
  const names = items.flatMap((item) => ('name' in item ? [item.name] : []))
  const list = [...(index.get(key) ?? []), { items, names, value }]
  list.sort((a, b) => weight(b.items) - weight(a.items))
  index.set(key, list)
}

const weight = (items: readonly KeyItem[]): number =>
  items.reduce((sum, item) => sum + ('text' in item ? 3 : item.optional ? 0 : 2), 0)

function findKeyed<T, R>(
  index: Map<string, Keyed<T>[]>,
  pairs: readonly Pair[],
  accept: Accept<T, R>,
): R | undefined {
  const values = new Map<string, string>()
  for (const [key, value] of pairs) if (!values.has(key)) values.set(key, value)
  const candidates = [...values].flatMap(([key, value]) => [
    ...(index.get(fileUnder(key, value)) ?? []),
    ...(index.get(fileUnder(key)) ?? []),
  ])
  candidates.sort((a, b) => weight(b.items) - weight(a.items))
  for (const { items, value } of candidates) {
    const fits = items.every((item) =>
      'text' in item ? values.get(item.key) === item.text : item.optional || values.has(item.key),
    )
    if (!fits) continue
    const taken = items.filter((item) => 'name' in item && values.has(item.key))
    const found = accept(
      value,
      taken.map((item) => ('name' in item ? item.name : '')),
      taken.map((item) => values.get(item.key) as string),
    )
    if (found !== undefined) return found
  }
  return undefined
}
