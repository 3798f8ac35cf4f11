// The shape of JSON: which keys are missing or empty, of which type each is, and whether a list has no item, one or many.
// In: what JSON.parse has given. Out: a short text, the same for the same shape. Bounded in depth, width and memory.

import { createHash } from 'node:crypto'

const MAX_DEPTH = 5
const MAX_KEYS = 64
const MAX_ITEMS = 64

/** A key that has had no more than so many different words is a choice among them, such as a kind or a status. */
const MAX_CHOICES = 8
const MAX_PATHS = 256
const WORD = /^[\w-]{1,24}$/

/** Creates the function that tells shapes. It learns which texts are choices. */
export function createShapes(): (data: unknown) => string {
  const choices = new Map<string, Set<string>>()

  function textShape(text: string, path: string): string {
    if (text === '') return 'empty'
    if (choices.size >= MAX_PATHS && !choices.has(path)) return 'text'
    const known = choices.get(path) ?? new Set()
    choices.set(path, known)
    if (known.size <= MAX_CHOICES) known.add(WORD.test(text) ? text : '')
    return known.size > MAX_CHOICES || known.has('') ? 'text' : `"${text}"`
  }

  /** What several values have in common: those of one key, over all items of a list. */
  function shapeOf(values: readonly unknown[], path: string): string {
    const kinds = new Set<string>()
    const lists: (readonly unknown[])[] = []
    const objects: object[] = []
    for (const value of values) {
      if (Array.isArray(value)) lists.push(value)
      else if (typeof value === 'object' && value !== null) objects.push(value)
      else kinds.add(typeof value === 'string' ? textShape(value, path) : plainShape(value))
    }
    if (path.split('/').length > MAX_DEPTH) return [...kinds].sort().join('|')
    if (lists.length > 0) {
      const lengths = new Set(lists.map(({ length }) => Math.min(length, 2)))
      const items = lists.flatMap((list) => list.slice(0, MAX_ITEMS)).slice(0, MAX_ITEMS)
      kinds.add(`[${[...lengths].sort()}:${shapeOf(items, `${path}/`)}]`)
    }
    if (objects.length > 0) kinds.add(`{${keysShape(objects, path)}}`)
    return [...kinds].sort().join('|')
  }

  function keysShape(objects: readonly object[], path: string): string {
    const keys = new Set(objects.flatMap((one) => Object.keys(one)))
    return [...keys]
      .sort()
      .slice(0, MAX_KEYS)
      .map((key) => {
        const values = objects.map((one) => (one as Readonly<Record<string, unknown>>)[key])
        return `${JSON.stringify(key)}:${shapeOf(values, `${path}/${key}`)}`
      })
      .join()
  }

  return (data) => hashOf(shapeOf([data], ''))
}

const hashOf = (shape: string): string =>
  createHash('sha256').update(shape).digest('base64url').slice(0, 16)

function plainShape(value: unknown): string {
  if (value === null) return 'null'
  if (typeof value === 'boolean') return String(value)
  if (typeof value === 'number') return value === 0 ? 'zero' : 'number'
  return typeof value
}
