/**
 * Finds the declared values of an element: parses declarations, and indexes the rules of a tree's
 * sheets, so that an element is compared with few. Called by `style.ts` through the layout tree.
 * Layers are ignored; container queries never match.
 */
import { remembered } from '../../../diagnostics/runtime/remembered.ts'
import { divide, LONGHANDS } from '../../fixes/css/shorthands.ts'
import { type InnerElement, type InnerNode, inner, S } from '../../internals.ts'
import { compile, compileList, specificityOf } from '../selectors/compile.ts'
import { within } from '../selectors/pseudo-classes.ts'
import type { Complex } from '../selectors/tokens.ts'
import { partsOf } from './lengths.ts'

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

interface RuleSelector {
  /** `#id`, `.class`, a name, `:host` or `*`: required of an element. */
  readonly key: string
  readonly weight: number
  readonly match: (element: InnerElement) => boolean
}
interface Rule extends RuleSelector {
  readonly order: number
  readonly declarations: Declarations
}

const selectorsOf = remembered(5_000, (text): readonly RuleSelector[] => {
  try {
    return compile(text).list.map((parts) => ({
      key: bucketOf(parts),
      weight: specificityOf(parts),
      match: compileList([parts]),
    }))
  } catch {
    return []
  }
})

interface AnyRule {
  readonly selectorText?: string
  readonly conditionText?: string
  readonly media?: unknown
  readonly cssRules?: ArrayLike<AnyRule>
  readonly constructor: { readonly name: string }
  [S.cssText]?: string
}

export class Rules {
  readonly #byKey = new Map<string, Rule[]>()
  readonly #root: InnerNode
  #order = 0

  /** @param linked Sheets that precede the tree's own. */
  constructor(root: Document | ShadowRoot, linked: readonly CSSStyleSheet[] = []) {
    this.#root = inner(root)
    const styles = root.querySelectorAll<HTMLStyleElement>('style,link[rel~="stylesheet"]')
    const sheets = [...styles].map(({ sheet }) => sheet)
    for (const sheet of [...linked, ...sheets, ...(root.adoptedStyleSheets ?? [])]) {
      if (sheet && !sheet.disabled && holds(sheet.media)) this.#add(sheet.cssRules as never)
    }
  }

  get isEmpty(): boolean {
    return this.#byKey.size === 0
  }

  for(element: Element, asHost = false): Declarations[] {
    if (this.isEmpty) return []
    const found: Rule[] = []
    // Selectors with `:host` match the shadow root in place of its host.
    const node = asHost ? (this.#root as InnerElement) : inner<InnerElement>(element)
    const ask = (key: string) => {
      for (const rule of this.#byKey.get(key) ?? []) if (rule.match(node)) found.push(rule)
    }
    within(this.#root, () => {
      if (asHost) return ask(':host')
      for (const key of bucketsOf(element)) ask(key)
    })
    found.sort((one, other) => one.weight - other.weight || one.order - other.order)
    return found.map(({ declarations }) => declarations)
  }

  #add(rules: ArrayLike<AnyRule>): void {
    for (const rule of Array.from(rules)) {
      const { name } = rule.constructor
      if (rule.selectorText !== undefined) this.#addRule(rule.selectorText, rule[S.cssText] ?? '')
      else if (rule.cssRules === undefined || name === 'CSSKeyframesRule') continue
      else if (
        name === 'CSSMediaRule'
          ? !holds(rule.conditionText)
          : name !== 'CSSSupportsRule' && name !== 'CSSLayerBlockRule'
      )
        continue
      else this.#add(rule.cssRules)
    }
  }

  #addRule(selector: string, text: string): void {
    const declarations = declarationsOf(text)
    const order = this.#order++
    const says =
      Object.keys(declarations.normal).length + Object.keys(declarations.important).length
    if (says === 0) return
    for (const selected of selectorsOf(selector)) {
      const same = this.#byKey.get(selected.key) ?? []
      same.push({ ...selected, order, declarations })
      this.#byKey.set(selected.key, same)
    }
  }
}

function holds(media: unknown): boolean {
  const text = String((media as MediaList | undefined)?.mediaText ?? media ?? '')
  return text === '' || window.matchMedia(text).matches
}

const COMBINATORS = new Set(['descendant', 'child', 'adjacent', 'sibling', 'column-combinator'])

const isCombinator = ({ type }: Complex[number]): boolean => COMBINATORS.has(type)

export function bucketOf(parts: Complex): string {
  let key = '*'
  for (const part of parts) {
    if (isCombinator(part)) key = '*'
    else if (part.type === 'pseudo' && part.name.startsWith('-host')) key = ':host'
    else if (part.type === 'pseudo-element') return 'none'
    else if (part.type === 'attribute' && part.name === 'id' && part.action === 'equals')
      key = `#${part.value}`
    else if (part.type === 'pseudo' && part.name === '-class' && !key.startsWith('#'))
      key = `.${part.data}`
    else if (part.type === 'tag' && key === '*') key = part.name.toLowerCase()
  }
  return key
}

export function bucketsOf(element: Element): Set<string> {
  const keys = new Set(['*', element.localName.toLowerCase()])
  if (element.id) keys.add(`#${element.id}`)
  for (const name of element.getAttribute('class')?.split(/\s+/) ?? [])
    if (name) keys.add(`.${name}`)
  return keys
}
