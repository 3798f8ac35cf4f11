/**
 * What an element must have to be selected: an id, a class or a name, so that rules are looked up instead of tried. In: one
 * selector. Out: `#id`, `.class`, a name in lower case, `:host`, `*` for anything, `none` for what is no element.
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

/** What an element is looked up by: all that `keyOf` may say of a selector for it. */
export function keysOf(element: Element): Set<string> {
  const keys = new Set(['*', element.localName.toLowerCase()])
  if (element.id) keys.add(`#${element.id}`)
  for (const name of element.getAttribute('class')?.split(/\s+/) ?? [])
    if (name) keys.add(`.${name}`)
  return keys
}
