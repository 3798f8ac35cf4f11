/**
 * Parses declarations of a style attribute or rule: layout and visibility properties only,
 * shorthands expanded, custom properties, `!important` separate. Checks no values.
 */
import { remembered } from '../../../diagnostics/runtime/remembered.ts'
import { divide, LONGHANDS } from '../../fixes/css/shorthands.ts'
import { partsOf } from './values.ts'

export type Values = Readonly<Record<string, string>>
export interface Declarations {
  readonly normal: Values
  readonly important: Values
}

const SIDES = ['top', 'right', 'bottom', 'left'] as const
const PLAIN = new Set(
  (
    'display position float clear box-sizing width height min-width min-height max-width max-height top right bottom left ' +
    'font-size line-height white-space text-align overflow-x overflow-y flex-direction flex-wrap flex-grow flex-shrink ' +
    'flex-basis align-items align-self justify-content row-gap column-gap grid-template-columns grid-template-rows ' +
    'grid-column grid-auto-rows border-spacing border-collapse aspect-ratio transform translate order font-family ' +
    'content-visibility table-layout letter-spacing visibility text-transform'
  ).split(' '),
)
for (const side of SIDES) {
  for (const name of [`margin-${side}`, `padding-${side}`, `border-${side}-width`]) PLAIN.add(name)
  PLAIN.add(`border-${side}-style`)
}

type Put = (name: string, value: string) => void

const WIDTHS: Values = { thin: '1px', medium: '3px', thick: '5px' }

function flex(value: string, put: Put): void {
  const word = { none: '0 0 auto', auto: '1 1 auto', initial: '0 1 auto' }[value] ?? value
  const parts = partsOf(word)
  const numbers = parts.filter((part) => /^[.\d]+$/.test(part))
  put('flex-grow', numbers[0] ?? '1')
  put('flex-shrink', numbers[1] ?? '1')
  put('flex-basis', numbers[2] ?? parts.find((part) => !/^[.\d]+$/.test(part)) ?? '0%')
}

function font(value: string, put: Put): void {
  const sized =
    /(?:^|\s)([.\d]+(?:px|em|rem|%|pt|vw)|(?:x{1,3}-|xx-)?(?:small|large)|medium)(?:\s*\/\s*([^\s,]+))?\s+(.+)$/.exec(
      value,
    )
  if (!sized) return
  put('font-size', sized[1] as string)
  put('line-height', sized[2] ?? 'normal')
  put('font-family', sized[3] as string)
}

/** Those that are not divided like others. */
const SHORT: Record<string, (value: string, put: Put) => void> = {
  border(value, put) {
    for (const side of SIDES) put(`border-${side}`, value)
  },
  flex,
  font,
  'grid-template'(value, put) {
    const [rows = '', columns = ''] = value.split('/')
    put('grid-template-rows', rows.trim())
    put('grid-template-columns', columns.trim())
  },
}

/** For left-to-right text. */
const LOGICAL: Values = {
  'inline-size': 'width',
  'block-size': 'height',
  'inset-inline-start': 'left',
  'inset-inline-end': 'right',
  'inset-block-start': 'top',
  'inset-block-end': 'bottom',
  'grid-gap': 'gap',
  'margin-inline-start': 'margin-left',
  'margin-inline-end': 'margin-right',
  'margin-block-start': 'margin-top',
  'margin-block-end': 'margin-bottom',
  'padding-inline-start': 'padding-left',
  'padding-inline-end': 'padding-right',
  'padding-block-start': 'padding-top',
  'padding-block-end': 'padding-bottom',
}

export const declarationsOf = remembered(5_000, (text): Declarations => {
  const normal: Record<string, string> = {}
  const important: Record<string, string> = {}
  for (const declaration of partsOf(text.replace(/\/\*[\s\S]*?\*\//g, ''), ';')) {
    const colon = declaration.indexOf(':')
    if (colon < 0) continue
    const given = declaration.slice(0, colon).trim()
    const value = declaration.slice(colon + 1).trim()
    const matters = /\s*!\s*important$/i.exec(value)
    const put = putInto(matters ? important : normal)
    put(given, matters ? value.slice(0, matters.index) : value)
  }
  return { normal, important }
})

function putInto(into: Record<string, string>): Put {
  return function put(given, value) {
    if (given.startsWith('--')) {
      into[given] = value
      return
    }
    const lower = given.toLowerCase()
    const name = LOGICAL[lower] ?? lower
    // Expanded once the variable is known.
    if (PLAIN.has(name))
      into[name] = /^border.*width$/.test(name) ? (WIDTHS[value] ?? value) : value
    else if (LONGHANDS.has(name) && value.includes('var(')) into[`${name}?`] = value
    else if (name in SHORT) SHORT[name]?.(value, put)
    else for (const [part, text] of Object.entries(divide(name, value) ?? {})) put(part, text)
  }
}

export function expand(short: string, value: string): Values {
  const into: Record<string, string> = {}
  putInto(into)(short, value)
  return into
}
