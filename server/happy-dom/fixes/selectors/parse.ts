/**
 * Selectors as Chromium reads them. In: the text of a selector. Out: what css-select compiles, in which pseudo-classes with
 * selectors in them, and what depends on the namespace of an element, are pseudo-classes of ours (`pseudo-classes.ts`).
 * It throws InvalidSelector for all that Chromium throws a SyntaxError for.
 * https://drafts.csswg.org/selectors-4/#grammar
 */
import type { Selector } from 'css-what'
import { type Complex, type Grammar, pseudoClass } from './grammar.ts'
import { attribute, typeSelector } from './names.ts'
import { pseudo } from './pseudo.ts'
import { Cursor, InvalidSelector } from './tokens.ts'

const COMBINATORS: Readonly<Record<string, string>> = {
  '>': 'child',
  '+': 'adjacent',
  '~': 'sibling',
}

export function parse(text: string): Complex[] {
  const cursor = new Cursor(text)
  const selectors = list(cursor, {})
  if (!cursor.is('EOF')) throw new InvalidSelector('more than a selector')
  return selectors
}

/** Selectors between commas, up to the end of the argument or the text. */
export function list(cursor: Cursor, grammar: Grammar): Complex[] {
  const selectors: Complex[] = []
  do {
    const start = cursor.position
    try {
      const selector = complex(cursor, grammar)
      if (!cursor.is('comma') && !cursor.isEnd()) throw new InvalidSelector('a combinator expected')
      selectors.push(selector)
    } catch (error) {
      if (!grammar.forgiving || !(error instanceof InvalidSelector)) throw error
      cursor.position = start
      cursor.skip()
    }
  } while (cursor.take('comma') !== undefined)
  return selectors
}

/** Compound selectors with combinators between them. */
export function complex(cursor: Cursor, grammar: Grammar): Complex {
  const parts: Complex = []
  cursor.space()
  const first = grammar.relative ? combinator(cursor) : undefined
  if (first) parts.push(first)
  for (;;) {
    const isLast = compound(cursor, grammar, parts)
    const space = cursor.space()
    if (cursor.is('comma') || cursor.isEnd()) return parts
    const sign = combinator(cursor)
    if ((!sign && !space) || isLast || grammar.compound) {
      throw new InvalidSelector('the end of the selector expected')
    }
    parts.push(sign ?? ({ type: 'descendant' } as Selector))
  }
}

function combinator(cursor: Cursor): Selector | undefined {
  for (const [sign, type] of Object.entries(COMBINATORS)) {
    if (!cursor.takeDelim(sign)) continue
    cursor.space()
    return { type } as Selector
  }
  return undefined
}

/** Adds what an element must fulfil. @returns Whether nothing can follow, as after a pseudo-element. */
function compound(cursor: Cursor, grammar: Grammar, parts: Complex): boolean {
  const before = parts.length
  const type = typeSelector(cursor)
  if (type) parts.push(...type)
  for (;;) {
    const id = cursor.takeId()
    if (id !== undefined) parts.push(equals('id', id))
    else if (cursor.takeDelim('.')) parts.push(pseudoClass('-class', cursor.need('ident')))
    else if (cursor.takeDelim('&')) parts.push(pseudoClass('-scope'))
    else if (cursor.take('[') !== undefined) parts.push(attribute(cursor))
    else if (cursor.take('colon') !== undefined) {
      if (pseudo(cursor, grammar, parts)) return true
    } else break
  }
  if (parts.length === before && !type) throw new InvalidSelector('a selector expected')
  return false
}

const equals = (name: string, value: string): Selector =>
  ({
    type: 'attribute',
    name,
    action: 'equals',
    value,
    ignoreCase: false,
    namespace: null,
  }) as Selector
