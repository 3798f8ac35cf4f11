/** Parses the attribute selectors of `parse.ts`. */
import type { Selector } from 'css-what'
import { ANY_CASE } from './selector-names.ts'
import {
  attributeTest,
  byCase,
  type Cursor,
  InvalidSelector,
  identifier,
  pseudoClass,
  quoted,
  type SelectorPart,
  written,
} from './tokens.ts'

const ACTIONS: readonly (readonly [sign: string, action: string])[] = [
  ['~', 'element'],
  ['^', 'start'],
  ['$', 'end'],
  ['*', 'any'],
  ['|', 'hyphen'],
]

/** Reads it after its `[`. */
export function attributeSelector(cursor: Cursor): SelectorPart {
  cursor.space()
  const anyNamespace = cursor.isDelim('*')
  if (anyNamespace) cursor.takeDelim('*')
  const start = cursor.position
  if (cursor.takeDelim('|') || anyNamespace) {
    if (anyNamespace && cursor.position === start) throw new InvalidSelector('a namespace expected')
  }
  const name = cursor.need('ident')
  const shown = (anyNamespace ? '*|' : '') + identifier(name.toLowerCase())
  cursor.space()
  const [sign, action] = comparison(cursor)
  cursor.space()
  if (action === 'exists') {
    cursor.close(']')
    const test = anyNamespace
      ? pseudoClass('-attribute', { name })
      : attributeMatch(name, action, '', undefined)
    return written(test, `[${shown}]`)
  }
  const value = cursor.take('ident') ?? cursor.need('string')
  cursor.space()
  const flag = cursor.take('ident')?.toLowerCase()
  // Chromium knows `s` in its own sheet alone.
  if (flag !== undefined && flag !== 'i' && flag !== 's')
    throw new InvalidSelector(`no flag ${flag}`)
  cursor.space()
  cursor.close(']')
  const text = `[${shown}${sign}${quoted(value)}${flag ? ` ${flag}` : ''}]`
  // All other operators never match an empty value.
  if (value === '' && action !== 'equals' && action !== 'hyphen')
    return pseudoClass('-never', null, text)
  return anyNamespace
    ? pseudoClass('-attribute', { name, action, value, flag }, text)
    : written(attributeMatch(name, action, value, flag), text)
}

function comparison(cursor: Cursor): readonly [sign: string, action: string] {
  if (cursor.takeDelim('=')) return ['=', 'equals']
  for (const [sign, action] of ACTIONS) {
    if (!cursor.takeDelim(sign)) continue
    if (cursor.takeDelim('=')) return [`${sign}=`, action]
    throw new InvalidSelector('= expected')
  }
  return ['', 'exists']
}

function attributeMatch(
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
