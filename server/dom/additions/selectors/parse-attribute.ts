/** Parses the attribute selectors of `parse.ts`. */
import type { Selector } from 'css-what'
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

/** HTML elements ignore the case of the values of these. */
const ANY_CASE: ReadonlySet<string> = new Set(
  (
    'accept accept-charset align alink axis bgcolor charset checked clear codetype color compact declare defer dir direction ' +
    'disabled enctype face frame hreflang http-equiv lang language link media method multiple nohref noresize noshade nowrap ' +
    'readonly rel rev rules scope scrolling selected shape target text type valign valuetype vlink'
  ).split(' '),
)

const ACTIONS: readonly (readonly [sign: string, action: string])[] = [
  ['~', 'element'],
  ['^', 'start'],
  ['$', 'end'],
  ['*', 'any'],
  ['|', 'hyphen'],
]

/** Reads an attribute selector after its `[`. */
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
  if (flag !== undefined && flag !== 'i' && flag !== 's')
    throw new InvalidSelector(`no flag ${flag}`)
  cursor.space()
  cursor.close(']')
  const cssText = `[${shown}${sign}${quoted(value)}${flag ? ` ${flag}` : ''}]`
  // All other operators never match an empty value.
  if (value === '' && action !== 'equals' && action !== 'hyphen')
    return pseudoClass('-never', null, cssText)
  return anyNamespace
    ? pseudoClass('-attribute', { name, action, value, flag }, cssText)
    : written(attributeMatch(name, action, value, flag), cssText)
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
  const letterCase = flag === 'i' ? 'ignored' : 'kept'
  const other = attributeTest(name, action, value, letterCase)
  if (action !== 'exists' && flag === undefined && ANY_CASE.has(lower)) {
    return byCase('-html', attributeTest(lower, action, value, 'ignored'), other)
  }
  return lower === name
    ? other
    : byCase('-html-document', attributeTest(lower, action, value, letterCase), other)
}
