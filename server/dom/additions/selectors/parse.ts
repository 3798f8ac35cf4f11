/**
 * Parses selectors as Chromium does; `compile.ts` calls it. Throws InvalidSelector where Chromium
 * throws a SyntaxError: libraries probe for features.
 * https://drafts.csswg.org/selectors-4/#grammar
 */
import type { Selector } from 'css-what'
import { attributeSelector } from './parse-attribute.ts'
import {
  ANSWERED,
  COMBINATORS,
  LEGACY_PSEUDO_ELEMENTS,
  NEVER,
  PSEUDO_ELEMENTS,
  PSEUDO_ELEMENTS_WITH_ARGUMENT,
  STRUCTURAL,
} from './selector-names.ts'
import {
  byCase,
  type Complex,
  Cursor,
  type Grammar,
  InvalidSelector,
  identifier,
  idTest,
  namesScope,
  type PseudoElement,
  parentOf,
  pseudoClass,
  SCOPE_ROOT,
  type SelectorPart,
  textOf,
  written,
} from './tokens.ts'

const COMBINATOR_TYPES: Readonly<Record<string, string>> = {
  '>': 'child',
  '+': 'adjacent',
  '~': 'sibling',
}

/** @param parent The selectors of the rule around a nested rule. */
export function parse(selector: string, parent?: readonly Complex[]): Complex[] {
  const cursor = new Cursor(selector)
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
        : complexSelector(cursor, grammar)
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

/** Parses the selector of a nested rule. Without `&`, it matches descendants of the parent. */
function nested(cursor: Cursor, grammar: Grammar, parent: readonly Complex[]): Complex {
  const use = { isUsed: false }
  const complex = complexSelector(cursor, { ...grammar, use })
  const [first] = complex
  const around = parentOf(parent, parent === SCOPE_ROOT ? '' : '&')
  if (first && COMBINATORS.has(first.type)) return [around, ...complex]
  if (use.isUsed || (parent === SCOPE_ROOT && complex.some(namesScope))) return complex
  return [around, descendant(), ...complex]
}

function complexSelector(cursor: Cursor, grammar: Grammar): Complex {
  const complex: Complex = []
  cursor.space()
  const first = grammar.relative ? combinator(cursor) : undefined
  if (first) complex.push(first)
  for (;;) {
    const isLast = compoundSelector(cursor, grammar, complex)
    const space = cursor.space()
    if (cursor.is('comma') || cursor.isEnd()) return complex
    const sign = combinator(cursor)
    if ((!sign && !space) || isLast || grammar.compound) {
      throw new InvalidSelector('the end of the selector expected')
    }
    complex.push(sign ?? descendant())
  }
}

const descendant = (): SelectorPart => written({ type: 'descendant' } as Selector, ' ')

function combinator(cursor: Cursor): SelectorPart | undefined {
  for (const [sign, type] of Object.entries(COMBINATOR_TYPES)) {
    if (!cursor.takeDelim(sign)) continue
    cursor.space()
    return written({ type } as Selector, ` ${sign} `)
  }
  return undefined
}

/** @returns Whether the selector must end, as after a pseudo-element. */
function compoundSelector(cursor: Cursor, grammar: Grammar, complex: Complex): boolean {
  const type = typeSelector(cursor)
  if (type) complex.push(...type)
  const start = complex.length
  const isLast = simpleSelectors(cursor, grammar, complex)
  if (complex.length > start) {
    // Chromium writes no `*` before others.
    if (type?.[0]?.cssText === '*') complex[start - type.length] = written(type[0], '')
  } else if (!type) throw new InvalidSelector('a selector expected')
  return isLast
}

function simpleSelectors(cursor: Cursor, grammar: Grammar, complex: Complex): boolean {
  for (;;) {
    const id = cursor.takeId()
    if (id !== undefined) complex.push(idTest(id))
    else if (cursor.takeDelim('.')) complex.push(classTest(cursor.need('ident')))
    else if (cursor.takeDelim('&')) complex.push(nesting(grammar))
    else if (cursor.take('[') !== undefined) complex.push(attributeSelector(cursor))
    else if (cursor.take('colon') === undefined) return false
    else if (pseudo(cursor, grammar, complex)) return true
  }
}

const classTest = (name: string): SelectorPart =>
  pseudoClass('-class', name, `.${identifier(name)}`)

function nesting(grammar: Grammar): SelectorPart {
  const { parent, use } = grammar.outer ?? grammar
  if (use) use.isUsed = true
  if (parent && parent !== SCOPE_ROOT) return parentOf(parent, '&')
  const root = pseudoClass('-nesting', null, '&')
  return parent ? pseudoClass('-any', { list: [[root]], isWeightless: true }, '&') : root
}

function typeSelector(cursor: Cursor): SelectorPart[] | undefined {
  const start = cursor.position
  const name = () => cursor.take('ident') ?? (cursor.takeDelim('*') ? '*' : undefined)
  const first = name()
  if (!cursor.takeDelim('|')) return first === undefined ? undefined : [nameSelector(first)]
  const local = name()
  if (local === undefined) {
    cursor.position = start
    throw new InvalidSelector('a name expected')
  }
  if (first === undefined) return [nameSelector(local, '|'), pseudoClass('-no-namespace')]
  if (first !== '*') throw new InvalidSelector(`no namespace ${first}`)
  return [nameSelector(local)]
}

function nameSelector(name: string, namespace = ''): SelectorPart {
  const any = { type: 'universal', namespace: null } as Selector
  if (name === '*') return written(any, `${namespace}*`)
  const tag = (of: string) => ({ type: 'tag', name: of, namespace: null }) as Selector
  const lower = name.toLowerCase()
  const test = lower === name ? tag(name) : byCase('-html-document', tag(lower), tag(name))
  return written(test, namespace + identifier(lower))
}

const FORMULA = /^\s*(?:(even)|(odd)|([+-]?\d+)|([+-]?\d*)n(?:\s*([+-])\s*(\d+))?)(\s*)$/i

/** @returns Whether a pseudo-element was read, which must come last. */
function pseudo(cursor: Cursor, grammar: Grammar, complex: Complex): boolean {
  if (cursor.take('colon') !== undefined) return pseudoElement(cursor, grammar, complex)
  const functionName = cursor.take('function')?.toLowerCase()
  if (functionName !== undefined) {
    cursor.space()
    complex.push(withArgument(functionName, cursor, grammar))
    cursor.space()
    cursor.close(')')
    return false
  }
  const name = cursor.need('ident').toLowerCase()
  const cssText = `:${name}`
  if (LEGACY_PSEUDO_ELEMENTS.has(name)) return addPseudoElement(complex, grammar, { element: name })
  if (STRUCTURAL.has(name)) complex.push(pseudoClass(name, null, cssText))
  else if (ANSWERED.has(name)) complex.push(pseudoClass(`-${name}`, null, cssText))
  else if (NEVER.has(name)) complex.push(pseudoClass('-never', null, cssText))
  else throw new InvalidSelector(`no pseudo-class ${name}`)
  return false
}

function withArgument(name: string, cursor: Cursor, grammar: Grammar): SelectorPart {
  const { parent, use } = grammar.outer ?? grammar
  const outer = parent && use ? { outer: { parent, use } } : {}
  const inner: Grammar = { nested: true, inHas: grammar.inHas === true, ...outer }
  const ofList = (test: string, selectors: Complex[]) => {
    const data = { list: selectors, isWeightless: name === 'where' }
    return pseudoClass(test, data, `:${name}(${textOf(selectors)})`)
  }
  switch (name) {
    case 'is':
    case 'where':
      return ofList('-any', list(cursor, { ...inner, forgiving: true }))
    case '-webkit-any':
      return ofList('-any', list(cursor, { ...inner, compound: true }))
    case 'not':
      return ofList('-none', list(cursor, inner))
    case 'has': {
      if (grammar.inHas) throw new InvalidSelector(':has() in :has()')
      const selectors = list(cursor, { ...inner, inHas: true, relative: true })
      return pseudoClass('has', selectors.map(withinElement), `:has(${textOf(selectors)})`)
    }
    case 'host':
    case 'host-context':
      return ofList(`-${name}-like`, [
        complexSelector(cursor, { nested: true, inHas: true, compound: true }),
      ])
    case 'lang':
    case 'dir':
    case 'state': {
      const argument = cursor.need('ident')
      return pseudoClass(`-${name}`, argument, `:${name}(${identifier(argument)})`)
    }
    default:
      return nth(name, cursor, inner)
  }
}

/** Puts `a` of `:has(a b)` inside too: css-select needs `:scope` in second place for that. */
function withinElement(complex: Complex): Complex {
  const [first] = complex
  if (!first || COMBINATORS.has(first.type) || !complex.some(({ type }) => COMBINATORS.has(type))) {
    return complex
  }
  const scope = [pseudoClass('-always', 'element'), pseudoClass('scope')]
  return [...scope, descendant(), ...complex]
}

function nth(name: string, cursor: Cursor, grammar: Grammar): SelectorPart {
  const [, side, kind] = /^nth-(last-)?(child|of-type)$/.exec(name) ?? []
  if (!kind) throw new InvalidSelector(`no pseudo-class ${name}()`)
  const source = cursor.textUntil('of')
  const [, even, odd, only, times, sign, plus, space] = FORMULA.exec(source) ?? []
  if (space === undefined) throw new InvalidSelector(`no formula ${source}`)
  const a =
    even || odd
      ? 2
      : only
        ? 0
        : Number(times === '' || /^[+-]$/.test(times ?? '') ? `${times}1` : times)
  const b = even ? 0 : odd ? 1 : Number(only ?? `${sign ?? ''}${plus ?? 0}`)
  const formula = formulaText(a, b)
  if (cursor.isEnd())
    return pseudoClass(name, `${a}n${b < 0 ? b : `+${b}`}`, `:${name}(${formula})`)
  if (kind !== 'child' || space === '') throw new InvalidSelector(`no selector after ${source}`)
  cursor.need('ident')
  const of = list(cursor, grammar)
  const data = { a, b, fromEnd: side !== undefined, list: of }
  return pseudoClass('-nth-of', data, `:${name}(${formula} of ${textOf(of)})`)
}

function formulaText(a: number, b: number): string {
  if (a === 0) return String(b)
  const step = a === 1 ? 'n' : a === -1 ? '-n' : `${a}n`
  return b === 0 ? step : `${step}${b > 0 ? '+' : ''}${b}`
}

function pseudoElement(cursor: Cursor, grammar: Grammar, complex: Complex): boolean {
  const functionName = cursor.take('function')?.toLowerCase()
  if (functionName !== undefined) {
    if (!PSEUDO_ELEMENTS_WITH_ARGUMENT.has(functionName))
      throw new InvalidSelector(`no ${functionName}()`)
    cursor.space()
    const argument = elementArgument(functionName, cursor)
    cursor.space()
    cursor.close(')')
    addPseudoElement(complex, grammar, argument)
    if (functionName === 'part') pseudosAfter(cursor, grammar, complex)
    return true
  }
  const name = cursor.need('ident').toLowerCase()
  const vendors = name.startsWith('-webkit-')
  if (!PSEUDO_ELEMENTS.has(name) && !vendors) throw new InvalidSelector(`no pseudo-element ${name}`)
  const start = cursor.position
  const marker = cursor.take('colon') && cursor.take('colon') && cursor.take('ident')
  const hasMarker = /^(?:before|after)$/.test(name) && marker?.toLowerCase() === 'marker'
  if (!hasMarker) cursor.position = start
  addPseudoElement(complex, grammar, { element: hasMarker ? `${name}::marker` : name })
  if (vendors) pseudosAfter(cursor, grammar, complex)
  return true
}

function elementArgument(name: string, cursor: Cursor): PseudoElement {
  if (name === 'slotted' || name === 'cue')
    return { element: name, list: [complexSelector(cursor, { nested: true, compound: true })] }
  const names: string[] = []
  do names.push(cursor.takeDelim('*') ? '*' : cursor.need('ident'))
  while (cursor.space() && name === 'part' && !cursor.isEnd())
  return { element: name, names }
}

/** Adds a part that no element matches; rules take it off. */
function addPseudoElement(complex: Complex, { nested }: Grammar, data: PseudoElement): true {
  if (nested) throw new InvalidSelector('a pseudo-element in an argument')
  const { element, list: selectors, names } = data
  const argument = selectors
    ? textOf(selectors)
    : names?.map((name) => (name === '*' ? name : identifier(name))).join(' ')
  const cssText = `::${element}${argument === undefined ? '' : `(${argument})`}`
  complex.push(pseudoClass('-pseudo-element', data, cssText))
  return true
}

function pseudosAfter(cursor: Cursor, grammar: Grammar, complex: Complex): void {
  while (cursor.take('colon') !== undefined) {
    if (pseudo(cursor, grammar, complex)) return
  }
}
