/**
 * Parses pseudo-classes and pseudo-elements. Names unknown to Chromium and unexpected arguments are
 * invalid: libraries probe for features.
 * https://drafts.csswg.org/selectors-4/#pseudo-classes
 */
import { type Complex, type Grammar, type Parser, pseudoClass } from './grammar.ts'
import { type Cursor, InvalidSelector } from './tokens.ts'

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '))

/** By css-select. */
const OF_THE_TREE = words(
  'first-child last-child only-child first-of-type last-of-type only-of-type',
)

/** By `states.ts`. */
const STATES = words(
  'any-link checked default defined disabled empty enabled focus focus-visible focus-within host in-range indeterminate ' +
    'invalid link modal open optional out-of-range placeholder-shown popover-open read-only read-write required root scope ' +
    'target valid -webkit-any-link',
)

/** States that no snapshot has: hovered, playing, filled in. */
const NEVER = words(
  'active active-view-transition autofill current fullscreen future hover interest-source interest-target past ' +
    'picture-in-picture target-after target-before target-current user-invalid user-valid visited xr-overlay ' +
    '-webkit-autofill -webkit-drag -webkit-full-page-media -webkit-full-screen -webkit-full-screen-ancestor ' +
    'corner-present decrement double-button end horizontal increment no-button single-button start vertical window-inactive',
)

const ELEMENTS = words(
  'after backdrop before checkmark column cue details-content file-selector-button first-letter first-line grammar-error ' +
    'marker permission-icon picker-icon placeholder scroll-marker scroll-marker-group search-text selection spelling-error ' +
    'target-text view-transition',
)
const ELEMENTS_OF_OLD = words('after before first-letter first-line')
const ELEMENTS_WITH_ARGUMENT = words('cue highlight part slotted')

const FORMULA = /^\s*(?:(even)|(odd)|([+-]?\d+)|([+-]?\d*)n(?:\s*([+-])\s*(\d+))?)(\s*)$/i

/**
 * @param parser Parses selectors in arguments.
 * @returns Whether it is a pseudo-element, which must come last.
 */
export function pseudo(cursor: Cursor, grammar: Grammar, parts: Complex, parser: Parser): boolean {
  if (cursor.take('colon') !== undefined) return pseudoElement(cursor, grammar, parts, parser)
  const given = cursor.take('function')?.toLowerCase()
  if (given !== undefined) {
    cursor.space()
    parts.push(withArgument(given, cursor, grammar, parser))
    cursor.space()
    cursor.close(')')
    return false
  }
  const name = cursor.need('ident').toLowerCase()
  if (ELEMENTS_OF_OLD.has(name)) return nothingOf(parts, grammar)
  if (OF_THE_TREE.has(name)) parts.push(pseudoClass(name))
  else if (STATES.has(name)) parts.push(pseudoClass(`-${name}`))
  else if (NEVER.has(name)) parts.push(pseudoClass('-never'))
  else throw new InvalidSelector(`no pseudo-class ${name}`)
  return false
}

function withArgument(name: string, cursor: Cursor, grammar: Grammar, parser: Parser) {
  const { complex, list } = parser
  const inner = { nested: true, inHas: grammar.inHas === true }
  switch (name) {
    case 'is':
    case 'where':
      return pseudoClass('-any', { list: list(cursor, { ...inner, forgiving: true }) })
    case '-webkit-any':
      return pseudoClass('-any', { list: list(cursor, { ...inner, compound: true }) })
    case 'not':
      return pseudoClass('-none', { list: list(cursor, inner) })
    case 'has':
      if (grammar.inHas) throw new InvalidSelector(':has() in :has()')
      return pseudoClass(
        'has',
        list(cursor, { nested: true, inHas: true, relative: true }).map(withinElement),
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
      return nth(name, cursor, inner, parser)
  }
}

const COMBINATORS = words('adjacent child descendant sibling')

/**
 * In `:has(a b)`, `a` is inside the element too. css-select would match the element itself unless
 * `:scope` comes second.
 */
function withinElement(parts: Complex): Complex {
  const [first] = parts
  if (!first || COMBINATORS.has(first.type) || !parts.some(({ type }) => COMBINATORS.has(type))) {
    return parts
  }
  const scope = [pseudoClass('-always', 'element'), pseudoClass('scope')]
  return [...scope, { type: 'descendant' } as Complex[number], ...parts]
}

function nth(name: string, cursor: Cursor, grammar: Grammar, { list }: Parser) {
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

function pseudoElement(cursor: Cursor, grammar: Grammar, parts: Complex, parser: Parser): boolean {
  const given = cursor.take('function')?.toLowerCase()
  if (given !== undefined) {
    if (!ELEMENTS_WITH_ARGUMENT.has(given)) throw new InvalidSelector(`no ${given}()`)
    cursor.space()
    if (given === 'slotted' || given === 'cue')
      parser.complex(cursor, { nested: true, compound: true })
    else
      do cursor.need('ident')
      while (cursor.space() && given === 'part' && !cursor.isEnd())
    cursor.space()
    cursor.close(')')
    nothingOf(parts, grammar)
    if (given === 'part') states(cursor, grammar, parts, parser)
    return true
  }
  const name = cursor.need('ident').toLowerCase()
  const vendors = name.startsWith('-webkit-')
  if (!ELEMENTS.has(name) && !vendors) throw new InvalidSelector(`no pseudo-element ${name}`)
  nothingOf(parts, grammar)
  if (vendors) states(cursor, grammar, parts, parser)
  else if (name === 'before' || name === 'after') {
    const start = cursor.position
    const marker = cursor.take('colon') && cursor.take('colon') && cursor.take('ident')
    if (marker?.toLowerCase() !== 'marker') cursor.position = start
  }
  return true
}

function nothingOf(parts: Complex, { nested }: Grammar): true {
  if (nested) throw new InvalidSelector('a pseudo-element in an argument')
  parts.push(pseudoClass('-never'))
  return true
}

function states(cursor: Cursor, grammar: Grammar, parts: Complex, parser: Parser): void {
  while (cursor.take('colon') !== undefined) {
    if (pseudo(cursor, grammar, parts, parser)) return
  }
}
