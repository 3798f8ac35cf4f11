/**
 * Returns the key that a selector requires of an element, to index rules: `#id`, `.class`, a
 * lower-case name, `:host`, `*` for any, `none` for no element.
 */
import type { Complex } from './grammar.ts'

const COMBINATORS = new Set(['descendant', 'child', 'adjacent', 'sibling', 'column-combinator'])

const isCombinator = ({ type }: Complex[number]): boolean => COMBINATORS.has(type)

export function keyOf(parts: Complex): string {
  let key = '*'
  for (const part of parts) {
    if (isCombinator(part)) key = '*'
    else if (part.type === 'pseudo' && part.name.startsWith('-host')) key = ':host'
    else if (part.type === 'pseudo-element') return 'none'
    else if (part.type === 'attribute' && part.name === 'id' && part.action === 'equals')
      key = `#${part.value}`
    else if (part.type === 'pseudo' && part.name === '-class' && !key.startsWith('#'))
      key = `.${part.data}`
    else if (part.type === 'tag' && key === '*') key = part.name.toLowerCase()
  }
  return key
}

export function keysOf(element: Element): Set<string> {
  const keys = new Set(['*', element.localName.toLowerCase()])
  if (element.id) keys.add(`#${element.id}`)
  for (const name of element.getAttribute('class')?.split(/\s+/) ?? [])
    if (name) keys.add(`.${name}`)
  return keys
}
