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

/** The strings are declarations. */
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
  for (let at = 0; at < last; ) {
    const [type, text] = tokens[at] as Token
    if (/^(?:whitespace|semicolon|CDO|CDC)-token$|^comment$/.test(type)) {
      at++
      continue
    }
    const isAt = type === 'at-keyword-token'
    const [next] =
      (tokens[at + 1]?.[0] === 'whitespace-token' ? tokens[at + 2] : tokens[at + 1]) ?? []
    const isCustom = isBlock && text.startsWith('--') && next === 'colon-token'
    const stops = isCustom
      ? isSemicolon
      : isBlock || isAt
        ? (stop: string) => isSemicolon(stop) || stop === '{-token'
        : (stop: string) => stop === '{-token'
    const { end, open } = findStop(tokens, at, stops)
    const [stop] = tokens[end] as Token
    if (stop === '{-token') {
      flush()
      const block = findStop(tokens, end + 1, (stop) => stop === '}-token')
      const body = join(tokens, end + 1, block.end) + block.open
      const prelude = join(tokens, isAt ? at + 1 : at, end).trim()
      const name = isAt ? text.slice(1).toLowerCase() : null
      items.push({ name, prelude, body, text: `${isAt ? `${text} ` : ''}${prelude}{${body}}` })
      at = block.end + 1
    } else if (isAt) {
      flush()
      const prelude = join(tokens, at + 1, end).trim() + open
      items.push({
        name: text.slice(1).toLowerCase(),
        prelude,
        body: null,
        text: `${text} ${prelude};`,
      })
      at = end + 1
    } else {
      declarations += `${join(tokens, at, end).trim()}${open};`
      at = end + 1
    }
  }
  flush()
  return items
}

const isSemicolon = (type: string): boolean => type === 'semicolon-token'

function findStop(tokens: readonly Token[], from: number, stops: (type: string) => boolean) {
  const open: string[] = []
  for (let at = from; at < tokens.length - 1; at++) {
    const [type] = tokens[at] as Token
    if (open.length === 0 && stops(type)) return { end: at, open: '' }
    if (`${open.at(-1)}-token` === type) open.pop()
    else if (type in CLOSES) open.push(CLOSES[type] as string)
  }
  return { end: tokens.length - 1, open: open.toReversed().join('') }
}

function join(tokens: readonly Token[], from: number, to: number): string {
  let text = ''
  for (let at = from; at < to; at++) {
    const [type, written] = tokens[at] as Token
    if (type === 'comment') text += '/**/'
    else text += at === tokens.length - 2 ? closed(type, written) : written
  }
  return text
}

/** The last token of a sheet may lack its end. */
function closed(type: string, text: string): string {
  if (type === 'string-token') {
    const [quote = ''] = text
    return text.length > 1 && text.endsWith(quote) ? text : text + quote
  }
  if (type === 'url-token' && !text.endsWith(')')) return `${text})`
  return text
}
