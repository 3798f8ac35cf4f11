/**
 * Writes selectors as Chromium does, for the rules of style sheets.
 * https://drafts.csswg.org/cssom/#serializing-selectors
 */
import { parse } from '../additions/selectors/parse.ts'
import { Cursor, InvalidSelector } from '../additions/selectors/tokens.ts'

/** `nested`: relative to `&`, in a style rule. `scoped`: may begin with a combinator. */
export type SelectorContext = 'plain' | 'nested' | 'scoped'

/** @returns Undefined for an invalid selector. */
export function selectorText(text: string, context: SelectorContext = 'plain'): string | undefined {
  const simple = context === 'plain' ? simpleList(text) : undefined
  if (simple !== undefined) return simple
  try {
    const cursor = new Cursor(text)
    const selectors = listOf(cursor, context !== 'plain')
    if (!cursor.is('EOF')) return undefined
    const written = selectors.map((one) => (context === 'nested' ? nested(one) : one))
    const whole = context === 'scoped' ? written.map((one) => one.replace(/^[>+~] /, '')) : written
    parse(whole.join(','))
    return written.join(', ')
  } catch (error) {
    if (error instanceof InvalidSelector) return undefined
    throw error
  }
}

const SIMPLE = /^[\w\s.#>+~,-]+$/
const NAMES = /^(?:[a-z][a-z\d-]*)?(?:[.#](?:-?[a-zA-Z_]|--)[\w-]*)*$/

/** Most lists have names, classes and ids only, and need no tokens. */
function simpleList(text: string): string | undefined {
  if (!SIMPLE.test(text)) return undefined
  const selectors = text.split(',').map((selector) => {
    const words = selector.replace(/[>+~]/g, ' $& ').trim().split(/\s+/)
    const isJoint = (word: string | undefined) => word === undefined || /^[>+~]$/.test(word)
    const isValid = words.every((word, at) =>
      isJoint(word)
        ? !isJoint(words[at - 1]) && !isJoint(words[at + 1])
        : word !== '' && NAMES.test(word),
    )
    return isValid ? words.join(' ') : undefined
  })
  return selectors.includes(undefined) ? undefined : selectors.join(', ')
}

const nested = (selector: string): string =>
  /(?<!\\)&/.test(selector.replace(/"(?:[^"\\]|\\.)*"/g, '')) && !/^[>+~]/.test(selector)
    ? selector
    : `& ${selector}`

function listOf(cursor: Cursor, isRelative: boolean): string[] {
  const selectors: string[] = []
  do selectors.push(complex(cursor, isRelative))
  while (cursor.take('comma') !== undefined)
  return selectors
}

/** Leaves out invalid selectors. */
function forgivingList(cursor: Cursor): string[] {
  const selectors: string[] = []
  do {
    const start = cursor.position
    try {
      const selector = complex(cursor, false)
      if (!cursor.is('comma') && !cursor.isEnd()) throw new InvalidSelector('a combinator expected')
      if (!selector.includes('&')) parse(selector)
      selectors.push(selector)
    } catch (error) {
      if (!(error instanceof InvalidSelector)) throw error
      cursor.position = start
      cursor.skip()
    }
  } while (cursor.take('comma') !== undefined)
  return selectors
}

function complex(cursor: Cursor, isRelative: boolean): string {
  cursor.space()
  const first = isRelative ? combinator(cursor) : undefined
  let text = first ? `${first} ` : ''
  for (;;) {
    text += compound(cursor)
    const space = cursor.space()
    if (cursor.is('comma') || cursor.isEnd()) return text
    const sign = combinator(cursor)
    if (!sign && !space) throw new InvalidSelector('a combinator expected')
    text += sign ? ` ${sign} ` : ' '
  }
}

function combinator(cursor: Cursor): string | undefined {
  const sign = ['>', '+', '~'].find((one) => cursor.takeDelim(one))
  if (sign) cursor.space()
  return sign
}

function compound(cursor: Cursor): string {
  const type = typeName(cursor)
  let text = ''
  for (;;) {
    const id = cursor.takeId()
    if (id !== undefined) text += `#${CSS.escape(id)}`
    else if (cursor.takeDelim('.')) text += `.${CSS.escape(cursor.need('ident'))}`
    else if (cursor.takeDelim('&')) text += '&'
    else if (cursor.take('[') !== undefined) text += attribute(cursor)
    else if (cursor.take('colon') !== undefined) text += pseudo(cursor)
    else break
  }
  if (text === '' && type === undefined) throw new InvalidSelector('a selector expected')
  // As Chromium, without a `*` before other simple selectors.
  return type === '*' && text !== '' ? text : (type ?? '') + text
}

function typeName(cursor: Cursor): string | undefined {
  const name = () => {
    const given = cursor.take('ident')
    if (given !== undefined) return CSS.escape(given.toLowerCase())
    return cursor.takeDelim('*') ? '*' : undefined
  }
  const first = name()
  if (!cursor.takeDelim('|')) return first
  const local = name()
  if (local === undefined) throw new InvalidSelector('a name expected')
  if (first === undefined) return `|${local}`
  return first === '*' ? local : `${first}|${local}`
}

export const quoted = (text: string): string => `"${text.replace(/["\\]/g, '\\$&')}"`

function attribute(cursor: Cursor): string {
  cursor.space()
  const namespace = cursor.takeDelim('*') ? '*|' : ''
  if (namespace === '' || !cursor.isDelim('=')) cursor.takeDelim('|')
  const name = CSS.escape(cursor.need('ident').toLowerCase())
  cursor.space()
  const sign = ['~', '^', '$', '*', '|'].find((one) => cursor.takeDelim(one)) ?? ''
  if (!cursor.takeDelim('=')) {
    cursor.close(']')
    return `[${namespace}${name}]`
  }
  cursor.space()
  const value = quoted(cursor.take('ident') ?? cursor.need('string'))
  cursor.space()
  const flag = cursor.take('ident')?.toLowerCase()
  cursor.space()
  cursor.close(']')
  return `[${namespace}${name}${sign}=${value}${flag ? ` ${flag}` : ''}]`
}

const LEGACY = new Set(['before', 'after', 'first-line', 'first-letter'])
const FORGIVING = new Set(['is', 'where'])
const OF_SELECTORS = new Set('not has host host-context -webkit-any slotted cue'.split(' '))

function pseudo(cursor: Cursor): string {
  const isElement = cursor.take('colon') !== undefined
  const called = cursor.take('function')?.toLowerCase()
  if (called !== undefined) {
    cursor.space()
    const inside = argument(called, cursor)
    cursor.space()
    cursor.close(')')
    return `${isElement ? '::' : ':'}${called}(${inside})`
  }
  const name = cursor.need('ident').toLowerCase()
  return `${isElement || LEGACY.has(name) ? '::' : ':'}${name}`
}

function argument(name: string, cursor: Cursor): string {
  if (FORGIVING.has(name)) return cursor.isEnd() ? '' : forgivingList(cursor).join(', ')
  if (OF_SELECTORS.has(name)) return listOf(cursor, name === 'has').join(', ')
  if (!name.startsWith('nth-')) return cursor.textUntil('').trim().replace(/\s+/g, ' ')
  const formula = nth(cursor.textUntil('of'))
  if (cursor.isEnd()) return formula
  cursor.need('ident')
  return `${formula} of ${listOf(cursor, false).join(', ')}`
}

const FORMULA = /^(?:(even)|(odd)|([+-]?\d+)|([+-]?\d*)n(?:\s*([+-])\s*(\d+))?)$/i

function nth(text: string): string {
  const [, even, odd, only, times = '', sign, plus] = FORMULA.exec(text.trim()) ?? []
  if (even) return '2n'
  if (odd) return '2n+1'
  if (only) return String(Number(only))
  const a = times === '' || times === '+' ? 1 : times === '-' ? -1 : Number(times)
  const b = Number(`${sign ?? ''}${plus ?? 0}`)
  if (a === 0) return String(b)
  const step = a === 1 ? 'n' : a === -1 ? '-n' : `${a}n`
  return b === 0 ? step : `${step}${b > 0 ? '+' : ''}${b}`
}
