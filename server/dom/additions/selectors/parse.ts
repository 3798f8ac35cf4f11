/**
 * Parses selectors as Chromium does; `compile.ts` calls it. Throws InvalidSelector where Chromium
 * throws a SyntaxError: libraries probe for features.
 * https://drafts.csswg.org/selectors-4/#grammar
 */
import type { Selector } from 'css-what'
import { namesScope, parentOf, SCOPE_ROOT } from './nested-rules.ts'
import {
  ANSWERED,
  ANY_CASE,
  COMBINATORS,
  LEGACY_PSEUDO_ELEMENTS,
  NEVER,
  PSEUDO_ELEMENTS,
  PSEUDO_ELEMENTS_WITH_ARGUMENT,
  STRUCTURAL,
} from './selector-names.ts'
import {
  attributeTest,
  byCase,
  type Complex,
  Cursor,
  type Grammar,
  InvalidSelector,
  idTest,
  type PseudoElement,
  pseudoClass,
} from './tokens.ts'

const COMBINATOR_TYPES: Readonly<Record<string, string>> = {
  '>': 'child',
  '+': 'adjacent',
  '~': 'sibling',
}

/** @param parent Of a nested rule: the selectors of the rule around it. */
export function parse(text: string, parent?: readonly Complex[]): Complex[] {
  const cursor = new Cursor(text)
  const selectors = list(cursor, parent ? { relative: true, parent } : {})
  if (!cursor.is('EOF')) throw new InvalidSelector('more than a selector')
  return selectors
}

function list(cursor: Cursor, grammar: Grammar): Complex[] {
  const selectors: Complex[] = []
  do {
    const start = cursor.position
    try {
      const selector = grammar.parent
        ? nested(cursor, grammar, grammar.parent)
        : complex(cursor, grammar)
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

/** Without `&`, the selector is about what lies inside. */
function nested(cursor: Cursor, grammar: Grammar, parent: readonly Complex[]): Complex {
  const use = { isUsed: false }
  const parts = complex(cursor, { ...grammar, use })
  const [first] = parts
  if (first && COMBINATORS.has(first.type)) return [parentOf(parent), ...parts]
  if (use.isUsed || (parent === SCOPE_ROOT && parts.some(namesScope))) return parts
  return [parentOf(parent), { type: 'descendant' } as Selector, ...parts]
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
  for (const [sign, type] of Object.entries(COMBINATOR_TYPES)) {
    if (!cursor.takeDelim(sign)) continue
    cursor.space()
    return { type } as Selector
  }
  return undefined
}

/** @returns Whether it must end, as after a pseudo-element. */
function compound(cursor: Cursor, grammar: Grammar, parts: Complex): boolean {
  const before = parts.length
  const type = typeSelector(cursor)
  if (type) parts.push(...type)
  for (;;) {
    const id = cursor.takeId()
    if (id !== undefined) parts.push(idTest(id))
    else if (cursor.takeDelim('.')) parts.push(pseudoClass('-class', cursor.need('ident')))
    else if (cursor.takeDelim('&')) parts.push(nesting(grammar))
    else if (cursor.take('[') !== undefined) parts.push(attribute(cursor))
    else if (cursor.take('colon') !== undefined) {
      if (pseudo(cursor, grammar, parts)) return true
    } else break
  }
  if (parts.length === before && !type) throw new InvalidSelector('a selector expected')
  return false
}

function nesting(grammar: Grammar): Selector {
  const { parent, use } = grammar.outer ?? grammar
  if (use) use.isUsed = true
  return parent ? parentOf(parent) : pseudoClass('-scope')
}

const ACTIONS: readonly (readonly [sign: string, action: string])[] = [
  ['~', 'element'],
  ['^', 'start'],
  ['$', 'end'],
  ['*', 'any'],
  ['|', 'hyphen'],
]

function typeSelector(cursor: Cursor): Selector[] | undefined {
  const start = cursor.position
  const first = cursor.take('ident') ?? (cursor.takeDelim('*') ? '*' : undefined)
  if (!cursor.takeDelim('|')) return first === undefined ? undefined : [nameSelector(first)]
  const local = cursor.take('ident') ?? (cursor.takeDelim('*') ? '*' : undefined)
  if (local === undefined) {
    cursor.position = start
    throw new InvalidSelector('a name expected')
  }
  if (first === undefined) return [nameSelector(local), pseudoClass('-no-namespace')]
  if (first !== '*') throw new InvalidSelector(`no namespace ${first}`)
  return [nameSelector(local)]
}

function nameSelector(name: string): Selector {
  if (name === '*') return { type: 'universal', namespace: null } as Selector
  const tag = (of: string) => ({ type: 'tag', name: of, namespace: null }) as Selector
  const lower = name.toLowerCase()
  return lower === name ? tag(name) : byCase('-html-document', tag(lower), tag(name))
}

function attribute(cursor: Cursor): Selector {
  cursor.space()
  const anyNamespace = cursor.isDelim('*')
  if (anyNamespace) cursor.takeDelim('*')
  const start = cursor.position
  if (cursor.takeDelim('|') || anyNamespace) {
    if (anyNamespace && cursor.position === start) throw new InvalidSelector('a namespace expected')
  }
  const name = cursor.need('ident')
  cursor.space()
  const action = comparison(cursor)
  cursor.space()
  if (action === 'exists') {
    cursor.close(']')
    if (anyNamespace) return pseudoClass('-attribute', { name })
    return attributeSelector(name, action, '', undefined)
  }
  const value = cursor.take('ident') ?? cursor.need('string')
  cursor.space()
  const flag = cursor.take('ident')?.toLowerCase()
  if (flag !== undefined && flag !== 'i' && flag !== 's')
    throw new InvalidSelector(`no flag ${flag}`)
  cursor.space()
  cursor.close(']')
  // These operators never match an empty value.
  if (value === '' && action !== 'equals' && action !== 'hyphen') return pseudoClass('-never')
  if (anyNamespace) return pseudoClass('-attribute', { name, action, value, flag })
  return attributeSelector(name, action, value, flag)
}

function comparison(cursor: Cursor): string {
  if (cursor.takeDelim('=')) return 'equals'
  for (const [sign, action] of ACTIONS) {
    if (!cursor.takeDelim(sign)) continue
    if (cursor.takeDelim('=')) return action
    throw new InvalidSelector('= expected')
  }
  return 'exists'
}

function attributeSelector(
  name: string,
  action: string,
  value: string,
  flag: string | undefined,
): Selector {
  const lower = name.toLowerCase()
  const ignoreCase = flag === 'i'
  const other = attributeTest(name, action, value, ignoreCase)
  if (action !== 'exists' && flag === undefined && ANY_CASE.has(lower)) {
    return byCase('-html', attributeTest(lower, action, value, true), other)
  }
  return lower === name
    ? other
    : byCase('-html-document', attributeTest(lower, action, value, ignoreCase), other)
}

const FORMULA = /^\s*(?:(even)|(odd)|([+-]?\d+)|([+-]?\d*)n(?:\s*([+-])\s*(\d+))?)(\s*)$/i

/** @returns Whether it is a pseudo-element, which must come last. */
function pseudo(cursor: Cursor, grammar: Grammar, parts: Complex): boolean {
  if (cursor.take('colon') !== undefined) return pseudoElement(cursor, grammar, parts)
  const given = cursor.take('function')?.toLowerCase()
  if (given !== undefined) {
    cursor.space()
    parts.push(withArgument(given, cursor, grammar))
    cursor.space()
    cursor.close(')')
    return false
  }
  const name = cursor.need('ident').toLowerCase()
  if (LEGACY_PSEUDO_ELEMENTS.has(name)) return addPseudoElement(parts, grammar, { element: name })
  if (STRUCTURAL.has(name)) parts.push(pseudoClass(name))
  else if (ANSWERED.has(name)) parts.push(pseudoClass(`-${name}`))
  else if (NEVER.has(name)) parts.push(pseudoClass('-never'))
  else throw new InvalidSelector(`no pseudo-class ${name}`)
  return false
}

function withArgument(name: string, cursor: Cursor, grammar: Grammar) {
  const { parent, use } = grammar.outer ?? grammar
  const outer = parent && use ? { outer: { parent, use } } : {}
  const inner: Grammar = { nested: true, inHas: grammar.inHas === true, ...outer }
  switch (name) {
    case 'is':
      return pseudoClass('-any', { list: list(cursor, { ...inner, forgiving: true }) })
    case 'where':
      return pseudoClass('-any', {
        list: list(cursor, { ...inner, forgiving: true }),
        isWeightless: true,
      })
    case '-webkit-any':
      return pseudoClass('-any', { list: list(cursor, { ...inner, compound: true }) })
    case 'not':
      return pseudoClass('-none', { list: list(cursor, inner) })
    case 'has':
      if (grammar.inHas) throw new InvalidSelector(':has() in :has()')
      return pseudoClass(
        'has',
        list(cursor, { ...inner, inHas: true, relative: true }).map(withinElement),
      )
    case 'host':
    case 'host-context': {
      const only = complex(cursor, { nested: true, inHas: true, compound: true })
      return pseudoClass(`-${name}-like`, { list: [only] })
    }
    case 'lang':
    case 'dir':
    case 'state':
      return pseudoClass(`-${name}`, cursor.need('ident'))
    default:
      return nth(name, cursor, inner)
  }
}

/** In `:has(a b)`, `a` is inside too. css-select needs `:scope` in second place for it. */
function withinElement(parts: Complex): Complex {
  const [first] = parts
  if (!first || COMBINATORS.has(first.type) || !parts.some(({ type }) => COMBINATORS.has(type))) {
    return parts
  }
  const scope = [pseudoClass('-always', 'element'), pseudoClass('scope')]
  return [...scope, { type: 'descendant' } as Complex[number], ...parts]
}

function nth(name: string, cursor: Cursor, grammar: Grammar) {
  const [, side, kind] = /^nth-(last-)?(child|of-type)$/.exec(name) ?? []
  if (!kind) throw new InvalidSelector(`no pseudo-class ${name}()`)
  const text = cursor.textUntil('of')
  const [, even, odd, only, times, sign, plus, space] = FORMULA.exec(text) ?? []
  if (space === undefined) throw new InvalidSelector(`no formula ${text}`)
  const a =
    even || odd
      ? 2
      : only
        ? 0
        : Number(times === '' || /^[+-]$/.test(times ?? '') ? `${times}1` : times)
  const b = even ? 0 : odd ? 1 : Number(only ?? `${sign ?? ''}${plus ?? 0}`)
  if (cursor.isEnd()) return pseudoClass(name, `${a}n${b < 0 ? b : `+${b}`}`)
  if (kind !== 'child' || space === '') throw new InvalidSelector(`no selector after ${text}`)
  cursor.need('ident')
  return pseudoClass('-nth-of', { a, b, fromEnd: side !== undefined, list: list(cursor, grammar) })
}

function pseudoElement(cursor: Cursor, grammar: Grammar, parts: Complex): boolean {
  const given = cursor.take('function')?.toLowerCase()
  if (given !== undefined) {
    if (!PSEUDO_ELEMENTS_WITH_ARGUMENT.has(given)) throw new InvalidSelector(`no ${given}()`)
    cursor.space()
    const argument: PseudoElement = { element: given }
    if (given === 'slotted' || given === 'cue') {
      argument.list = [complex(cursor, { nested: true, compound: true })]
    } else {
      argument.names = []
      do argument.names.push(cursor.need('ident'))
      while (cursor.space() && given === 'part' && !cursor.isEnd())
    }
    cursor.space()
    cursor.close(')')
    addPseudoElement(parts, grammar, argument)
    if (given === 'part') pseudosAfter(cursor, grammar, parts)
    return true
  }
  const name = cursor.need('ident').toLowerCase()
  const vendors = name.startsWith('-webkit-')
  if (!PSEUDO_ELEMENTS.has(name) && !vendors) throw new InvalidSelector(`no pseudo-element ${name}`)
  addPseudoElement(parts, grammar, { element: name })
  if (vendors) pseudosAfter(cursor, grammar, parts)
  else if (name === 'before' || name === 'after') {
    const start = cursor.position
    const marker = cursor.take('colon') && cursor.take('colon') && cursor.take('ident')
    if (marker?.toLowerCase() !== 'marker') cursor.position = start
  }
  return true
}

/** No element matches it; rules take it off. */
function addPseudoElement(parts: Complex, { nested }: Grammar, data: PseudoElement): true {
  if (nested) throw new InvalidSelector('a pseudo-element in an argument')
  parts.push(pseudoClass('-pseudo-element', data))
  return true
}

function pseudosAfter(cursor: Cursor, grammar: Grammar, parts: Complex): void {
  while (cursor.take('colon') !== undefined) {
    if (pseudo(cursor, grammar, parts)) return
  }
}
