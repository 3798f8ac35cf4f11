/**
 * Parses element and attribute names. Case counts in XML documents only; for some attribute values,
 * only outside HTML elements.
 * https://html.spec.whatwg.org/multipage/semantics-other.html#case-sensitivity-of-selectors
 */
import type { Selector } from 'css-what'
import { pseudoClass } from './grammar.ts'
import { type Cursor, InvalidSelector } from './tokens.ts'

const ANY_CASE = new Set(
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

const either = (where: string, one: Selector, other: Selector): Selector =>
  pseudoClass('-any', {
    list: [
      [one, pseudoClass(where)],
      [other, pseudoClass('-unless', where)],
    ],
  })

export function typeSelector(cursor: Cursor): Selector[] | undefined {
  const start = cursor.position
  const first = cursor.take('ident') ?? (cursor.takeDelim('*') ? '*' : undefined)
  if (!cursor.takeDelim('|')) return first === undefined ? undefined : [named(first)]
  const local = cursor.take('ident') ?? (cursor.takeDelim('*') ? '*' : undefined)
  if (local === undefined) {
    cursor.position = start
    throw new InvalidSelector('a name expected')
  }
  if (first === undefined) return [named(local), pseudoClass('-no-namespace')]
  if (first !== '*') throw new InvalidSelector(`no namespace ${first}`)
  return [named(local)]
}

function named(name: string): Selector {
  if (name === '*') return { type: 'universal', namespace: null } as Selector
  const tag = (of: string) => ({ type: 'tag', name: of, namespace: null }) as Selector
  const lower = name.toLowerCase()
  return lower === name ? tag(name) : either('-html-document', tag(lower), tag(name))
}

export function attribute(cursor: Cursor): Selector {
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
    return inEitherCase(name, action, '', false)
  }
  const value = cursor.take('ident') ?? cursor.need('string')
  cursor.space()
  const flag = cursor.take('ident')?.toLowerCase()
  if (flag !== undefined && flag !== 'i') throw new InvalidSelector(`no flag ${flag}`)
  cursor.space()
  cursor.close(']')
  // These operators never match an empty value.
  if (value === '' && action !== 'equals' && action !== 'hyphen') return pseudoClass('-never')
  if (anyNamespace) return pseudoClass('-attribute', { name, action, value, flag })
  return inEitherCase(name, action, value, flag === 'i')
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

function inEitherCase(name: string, action: string, value: string, ignoreCase: boolean): Selector {
  const make = (of: string, ignore: boolean) =>
    ({
      type: 'attribute',
      name: of,
      action,
      value,
      ignoreCase: ignore,
      namespace: null,
    }) as Selector
  const lower = name.toLowerCase()
  const other = make(name, ignoreCase)
  if (action !== 'exists' && !ignoreCase && ANY_CASE.has(lower)) {
    return either('-html', make(lower, true), other)
  }
  return lower === name ? other : either('-html-document', make(lower, ignoreCase), other)
}
