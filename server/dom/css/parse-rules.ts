/**
 * Parses the rules of a style sheet as text: preludes, blocks, and the declarations between nested
 * rules. Closes open blocks at the end.
 * https://drafts.csswg.org/css-syntax-3/#parsing
 */
import { tokenize } from '#happy-dom'

type Token = readonly [type: string, text: string, start: number, end: number, data?: unknown]

export interface Rule {
  /** The at-rule's name in lower case; null for a style rule. */
  readonly name: string | null
  readonly prelude: string
  readonly body: string | null
  readonly text: string
}

const CLOSES: Readonly<Record<string, string>> = {
  '(-token': ')',
  'function-token': ')',
  '[-token': ']',
  '{-token': '}',
}

export const readRules = (css: string): Rule[] =>
  read(css, 'sheet').filter((item) => typeof item !== 'string')

/** @returns Undefined if the text is more than one rule, or none. */
export function readRule(css: string): Rule | undefined {
  const [rule, ...more] = read(css, 'sheet')
  return typeof rule === 'string' || more.length > 0 ? undefined : rule
}

/** Reads rules and declarations, which are strings. */
export const readBlock = (css: string): (Rule | string)[] => read(css, 'block')

function read(css: string, inside: 'sheet' | 'block'): (Rule | string)[] {
  const isBlock = inside === 'block'
  const tokens = tokenize({ css }) as Token[]
  const last = tokens.length - 1
  const items: (Rule | string)[] = []
  let declarations = ''
  const flush = () => {
    if (declarations !== '') items.push(declarations)
    declarations = ''
  }
  for (let position = 0; position < last; ) {
    const [type, text] = tokens[position] as Token
    if (/^(?:whitespace|semicolon|CDO|CDC)-token$|^comment$/.test(type)) {
      position++
      continue
    }
    const isAt = type === 'at-keyword-token'
    const [next] =
      (tokens[position + 1]?.[0] === 'whitespace-token'
        ? tokens[position + 2]
        : tokens[position + 1]) ?? []
    const isCustom = isBlock && text.startsWith('--') && next === 'colon-token'
    const stops = isCustom
      ? isSemicolon
      : isBlock || isAt
        ? (stop: string) => isSemicolon(stop) || stop === '{-token'
        : (stop: string) => stop === '{-token'
    const { end, open } = findStop(tokens, position, stops)
    const [stop] = tokens[end] as Token
    const name = isAt ? text.slice(1).toLowerCase() : null
    const prelude = join(tokens, isAt ? position + 1 : position, end).trim()
    position = end + 1
    if (stop === '{-token') {
      flush()
      const block = findStop(tokens, position, (stop) => stop === '}-token')
      const body = join(tokens, position, block.end) + block.open
      items.push({ name, prelude, body, text: `${isAt ? `${text} ` : ''}${prelude}{${body}}` })
      position = block.end + 1
    } else if (isAt) {
      flush()
      const whole = prelude + open
      items.push({ name, prelude: whole, body: null, text: `${text} ${whole};` })
    } else declarations += `${prelude}${open};`
  }
  flush()
  return items
}

const isSemicolon = (type: string): boolean => type === 'semicolon-token'

function findStop(tokens: readonly Token[], from: number, stops: (type: string) => boolean) {
  const open: string[] = []
  for (let position = from; position < tokens.length - 1; position++) {
    const [type] = tokens[position] as Token
    if (open.length === 0 && stops(type)) return { end: position, open: '' }
    if (`${open.at(-1)}-token` === type) open.pop()
    else if (type in CLOSES) open.push(CLOSES[type] as string)
  }
  return { end: tokens.length - 1, open: open.toReversed().join('') }
}

function join(tokens: readonly Token[], from: number, to: number): string {
  let css = ''
  for (let position = from; position < to; position++) {
    const [type, written] = tokens[position] as Token
    if (type === 'comment') css += '/**/'
    else css += position === tokens.length - 2 ? closed(type, written) : written
  }
  return css
}

/** The last token of a sheet may lack its end. */
function closed(type: string, token: string): string {
  if (type === 'string-token') {
    const [quote = ''] = token
    return token.length > 1 && token.endsWith(quote) ? token : token + quote
  }
  if (type === 'url-token' && !token.endsWith(')')) return `${token})`
  return token
}
