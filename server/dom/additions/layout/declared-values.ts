/**
 * Parses declarations, and indexes the rules of a tree's sheets: an element is compared with few.
 * `style.ts` calls it. Layers are ignored; container queries never match.
 */
import { memoized } from '../../../diagnostics/runtime/memoized.ts'
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
/** The longhands that layout and visibility need. */
const USED = new Set(
  (
    'display position float clear box-sizing width height min-width min-height max-width max-height top right bottom left ' +
    'font-size line-height white-space text-align overflow-x overflow-y flex-direction flex-wrap flex-grow flex-shrink ' +
    'flex-basis align-items align-self justify-content row-gap column-gap grid-template-columns grid-template-rows ' +
    'grid-column grid-auto-rows border-spacing border-collapse aspect-ratio transform translate order font-family ' +
    'content-visibility table-layout letter-spacing visibility text-transform'
  ).split(' '),
)
for (const side of SIDES) {
  for (const name of [`margin-${side}`, `padding-${side}`, `border-${side}-width`]) USED.add(name)
  USED.add(`border-${side}-style`)
}

type Declare = (name: string, value: string) => void

const WIDTHS: Values = { thin: '1px', medium: '3px', thick: '5px' }

function flex(value: string, declare: Declare): void {
  const word = { none: '0 0 auto', auto: '1 1 auto', initial: '0 1 auto' }[value] ?? value
  const parts = partsOf(word)
  const numbers = parts.filter((part) => /^[.\d]+$/.test(part))
  declare('flex-grow', numbers[0] ?? '1')
  declare('flex-shrink', numbers[1] ?? '1')
  declare('flex-basis', numbers[2] ?? parts.find((part) => !/^[.\d]+$/.test(part)) ?? '0%')
}

function font(value: string, declare: Declare): void {
  const sized =
    /(?:^|\s)([.\d]+(?:px|em|rem|%|pt|vw)|(?:x{1,3}-|xx-)?(?:small|large)|medium)(?:\s*\/\s*([^\s,]+))?\s+(.+)$/.exec(
      value,
    )
  if (!sized) return
  declare('font-size', sized[1] as string)
  declare('line-height', sized[2] ?? 'normal')
  declare('font-family', sized[3] as string)
}

/** `divide` does not know these. */
const SHORTHANDS: Record<string, (value: string, declare: Declare) => void> = {
  border(value, declare) {
    for (const side of SIDES) declare(`border-${side}`, value)
  },
  flex,
  font,
  'grid-template'(value, declare) {
    const [rows = '', columns = ''] = value.split('/')
    declare('grid-template-rows', rows.trim())
    declare('grid-template-columns', columns.trim())
  },
}

/** In left-to-right text. */
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

/** Values are not checked. */
export const declarationsOf = memoized(5_000, (text): Declarations => {
  const normal: Record<string, string> = {}
  const important: Record<string, string> = {}
  for (const declaration of partsOf(text.replace(/\/\*[\s\S]*?\*\//g, ''), ';')) {
    const colon = declaration.indexOf(':')
    if (colon < 0) continue
    const name = declaration.slice(0, colon).trim()
    const value = declaration.slice(colon + 1).trim()
    const flag = /\s*!\s*important$/i.exec(value)
    const declare = declareIn(flag ? important : normal)
    declare(name, flag ? value.slice(0, flag.index) : value)
  }
  return { normal, important }
})

function declareIn(into: Record<string, string>): Declare {
  return function declare(property, value) {
    if (property.startsWith('--')) {
      into[property] = value
      return
    }
    const lower = property.toLowerCase()
    const name = LOGICAL[lower] ?? lower
    // Expanded once the variable is known.
    if (USED.has(name)) into[name] = /^border.*width$/.test(name) ? (WIDTHS[value] ?? value) : value
    else if (LONGHANDS.has(name) && value.includes('var(')) into[`${name}?`] = value
    else if (name in SHORTHANDS) SHORTHANDS[name]?.(value, declare)
    else for (const [part, text] of Object.entries(divide(name, value) ?? {})) declare(part, text)
  }
}

export function expandShorthand(name: string, value: string): Values {
  const longhands: Record<string, string> = {}
  declareIn(longhands)(name, value)
  return longhands
}

interface RuleSelector {
  /** An element needs it: `#id`, `.class`, a name, `:host` or `*`. */
  readonly bucket: string
  readonly specificity: number
  readonly match: (element: InnerElement) => boolean
}
interface Rule extends RuleSelector {
  readonly order: number
  readonly declarations: Declarations
}

const selectorsOf = memoized(5_000, (text): readonly RuleSelector[] => {
  try {
    return compile(text).list.map((parts) => ({
      bucket: bucketOf(parts),
      specificity: specificityOf(parts),
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

export class RuleIndex {
  readonly #buckets = new Map<string, Rule[]>()
  readonly #root: InnerNode
  #order = 0

  /** @param linked Sheets that precede the tree's own. */
  constructor(root: Document | ShadowRoot, linked: readonly CSSStyleSheet[] = []) {
    this.#root = inner(root)
    const styles = root.querySelectorAll<HTMLStyleElement>('style,link[rel~="stylesheet"]')
    const sheets = [...styles].map(({ sheet }) => sheet)
    for (const sheet of [...linked, ...sheets, ...(root.adoptedStyleSheets ?? [])]) {
      if (sheet && !sheet.disabled && mediaMatches(sheet.media)) this.#add(sheet.cssRules as never)
    }
  }

  get isEmpty(): boolean {
    return this.#buckets.size === 0
  }

  /** Of all rules that match, by rising specificity. */
  declarationsFor(element: Element, asHost = false): Declarations[] {
    if (this.isEmpty) return []
    const matching: Rule[] = []
    // Selectors with `:host` match the shadow root in place of its host.
    const node = asHost ? (this.#root as InnerElement) : inner<InnerElement>(element)
    const matchAll = (bucket: string) => {
      for (const rule of this.#buckets.get(bucket) ?? []) if (rule.match(node)) matching.push(rule)
    }
    within(this.#root, () => {
      if (asHost) return matchAll(':host')
      for (const bucket of bucketsOf(element)) matchAll(bucket)
    })
    matching.sort((one, other) => one.specificity - other.specificity || one.order - other.order)
    return matching.map(({ declarations }) => declarations)
  }

  #add(rules: ArrayLike<AnyRule>): void {
    for (const rule of Array.from(rules)) {
      const { name } = rule.constructor
      if (rule.selectorText !== undefined) this.#addRule(rule.selectorText, rule[S.cssText] ?? '')
      else if (rule.cssRules === undefined || name === 'CSSKeyframesRule') continue
      else if (
        name === 'CSSMediaRule'
          ? !mediaMatches(rule.conditionText)
          : name !== 'CSSSupportsRule' && name !== 'CSSLayerBlockRule'
      )
        continue
      else this.#add(rule.cssRules)
    }
  }

  #addRule(selectors: string, text: string): void {
    const declarations = declarationsOf(text)
    const order = this.#order++
    const { normal, important } = declarations
    if (Object.keys(normal).length + Object.keys(important).length === 0) return
    for (const selector of selectorsOf(selectors)) {
      const bucket = this.#buckets.get(selector.bucket) ?? []
      bucket.push({ ...selector, order, declarations })
      this.#buckets.set(selector.bucket, bucket)
    }
  }
}

function mediaMatches(media: unknown): boolean {
  const text = String((media as MediaList | undefined)?.mediaText ?? media ?? '')
  return text === '' || window.matchMedia(text).matches
}

const COMBINATORS = new Set(['descendant', 'child', 'adjacent', 'sibling', 'column-combinator'])

const isCombinator = ({ type }: Complex[number]): boolean => COMBINATORS.has(type)

function bucketOf(parts: Complex): string {
  let bucket = '*'
  for (const part of parts) {
    if (isCombinator(part)) bucket = '*'
    else if (part.type === 'pseudo' && part.name.startsWith('-host')) bucket = ':host'
    else if (part.type === 'pseudo-element') return 'none'
    else if (part.type === 'attribute' && part.name === 'id' && part.action === 'equals')
      bucket = `#${part.value}`
    else if (part.type === 'pseudo' && part.name === '-class' && !bucket.startsWith('#'))
      bucket = `.${part.data}`
    else if (part.type === 'tag' && bucket === '*') bucket = part.name.toLowerCase()
  }
  return bucket
}

function bucketsOf(element: Element): Set<string> {
  const buckets = new Set(['*', element.localName.toLowerCase()])
  if (element.id) buckets.add(`#${element.id}`)
  for (const name of element.getAttribute('class')?.split(/\s+/) ?? [])
    if (name) buckets.add(`.${name}`)
  return buckets
}
