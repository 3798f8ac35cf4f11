/**
 * Parses selectors as Chromium does, for css-select. Pseudo-classes with selectors, and tests of
 * namespaces, are in `pseudo-classes.ts`. Throws InvalidSelector where Chromium throws a
 * SyntaxError.
 * https://drafts.csswg.org/selectors-4/#grammar
 */
import type { Selector } from 'css-what'
import { type Complex, type Grammar, type Parser, pseudoClass } from './grammar.ts'
import { attribute, typeSelector } from './names.ts'
import { pseudo } from './pseudo.ts'
import { Cursor, InvalidSelector } from './tokens.ts'

const COMBINATORS: Readonly<Record<string, string>> = {
  '>': 'child',
  '+': 'adjacent',
  '~': 'sibling',
}

const PARSER: Parser = { list, complex }

export function parse(text: string): Complex[] {
  const cursor = new Cursor(text)
  const selectors = list(cursor, {})
  if (!cursor.is('EOF')) throw new InvalidSelector('more than a selector')
  return selectors
}

function list(cursor: Cursor, grammar: Grammar): Complex[] {
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

function complex(cursor: Cursor, grammar: Grammar): Complex {
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

/** Adds the conditions of a compound. @returns Whether it must end, as after a pseudo-element. */
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
      if (pseudo(cursor, grammar, parts, PARSER)) return true
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
