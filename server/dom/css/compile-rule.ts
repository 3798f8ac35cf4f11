/**
 * Compiles a rule of a sheet with all inside it: style rules with selectors, declarations, layer,
 * conditions and scopes; layers in their order; registered properties. `rule-index.ts` calls it.
 * https://drafts.csswg.org/css-nesting-1/ https://drafts.csswg.org/css-cascade-6/
 */

import { memoized } from '../../diagnostics/runtime/memoized.ts'
import { once } from '../../diagnostics/runtime/once.ts'
import {
  compileInShadow,
  compileList,
  type SelectorMatch,
  specificityOf,
} from '../additions/selectors/compile.ts'
import {
  argumentOf,
  type Complex,
  type PseudoElement,
  SCOPE_ROOT,
} from '../additions/selectors/tokens.ts'
import { type Declarations, declarationsOf } from './declarations.ts'
import { type Rule, readBlock, readRules } from './parse-rules.ts'
import { propertyOfRule, type RegisteredProperty } from './registered-properties.ts'
import { selectorList } from './selector-text.ts'
import { splitText } from './split-text.ts'

export interface RuleSelector {
  /** An element needs it: `#id`, `.class`, a name, `:host` or `*`. */
  readonly bucket: string
  readonly specificity: number
  readonly match: SelectorMatch
  /** The name of a pseudo-element, as `before`, `slotted` or `part`. */
  readonly pseudo: string
  /** Decides which slotted elements match. */
  readonly slotted?: SelectorMatch
  readonly parts?: readonly string[]
  /** The pseudo-element of a part, as `before`. */
  readonly inside?: string
  /** The match in a shadow tree whose root is the root of a scope. */
  readonly inShadow: () => SelectorMatch
}

export interface RuleCondition {
  readonly kind: 'media' | 'supports'
  readonly text: string
}

export interface ContainerQuery {
  readonly name: string
  readonly condition: string
}

export interface Scope {
  readonly starts: readonly Complex[] | undefined
  readonly ends: readonly Complex[]
}

interface Context {
  /** The selectors of the rule around a nested rule. */
  readonly parent?: readonly Complex[]
  /** Names from the outermost; an unnamed layer is a number. */
  readonly layer: readonly string[]
  readonly conditions: readonly RuleCondition[]
  readonly containers: readonly ContainerQuery[]
  readonly scope?: Scope | undefined
}

export interface StyleRule extends Context {
  readonly selectors: readonly RuleSelector[]
  readonly declarations: Declarations
}

interface Layer {
  readonly path: readonly string[]
  readonly conditions: readonly RuleCondition[]
}

export interface CompiledRule {
  readonly rules: readonly StyleRule[]
  readonly layers: readonly Layer[]
  readonly properties: readonly RegisteredProperty[]
}

const TOP: Context = { layer: [], conditions: [], containers: [] }

export const compileRule = memoized(20_000, (ruleText): CompiledRule => {
  const compiler = new Compiler()
  for (const rule of readRules(ruleText)) compiler.add(rule, TOP)
  return compiler
})

class Compiler implements CompiledRule {
  readonly rules: StyleRule[] = []
  readonly layers: Layer[] = []
  readonly properties: RegisteredProperty[] = []
  #unnamed = 0

  add(rule: Rule, context: Context): void {
    const { name, prelude, body } = rule
    if (name === null) this.#style(prelude, body ?? '', context)
    else if (name === 'layer') this.#layer(prelude, body, context)
    else if (body === null) return
    else if (name === 'media' || name === 'supports') {
      const condition = { kind: name, text: prelude } as const
      const conditions = [...context.conditions, condition]
      this.#inside(body, { ...context, conditions })
    } else if (name === 'container') {
      const containers = [...context.containers, ...splitText(prelude, /,/).map(containerQuery)]
      this.#inside(body, { ...context, containers })
    } else if (name === 'scope') this.#scope(prelude, body, context)
    else if (name === 'property') {
      const property = propertyOfRule(prelude, body)
      if (property) this.properties.push(property)
    }
  }

  #style(prelude: string, body: string, context: Context): void {
    const parent = selectorList(prelude, context.parent ?? (context.scope && SCOPE_ROOT))
    if (parent) this.#inside(body, { ...context, parent })
  }

  /** Declarations between nested rules keep their place. */
  #inside(body: string, context: Context): void {
    const items = context.parent || context.scope ? readBlock(body) : readRules(body)
    for (const item of items) {
      if (typeof item !== 'string') this.add(item, context)
      else {
        const declarations = declarationsOf(item)
        if (declarations.normal.size + declarations.important.size === 0) continue
        const selectors = selectorsOf(context.parent ?? SCOPE_ROOT)
        this.rules.push({ ...context, selectors, declarations })
      }
    }
  }

  #layer(prelude: string, body: string | null, context: Context): void {
    const names = prelude === '' ? [`${++this.#unnamed}`] : splitText(prelude, /,/)
    for (const name of names) {
      const path = [...context.layer, ...name.split('.').map((part) => part.trim())]
      for (let length = context.layer.length + 1; length <= path.length; length++) {
        this.layers.push({ path: path.slice(0, length), conditions: context.conditions })
      }
      if (body !== null) this.#inside(body, { ...context, layer: path })
    }
  }

  #scope(prelude: string, body: string, { parent, ...context }: Context): void {
    const [, start, end] = /^(?:\(([\s\S]*?)\))?\s*(?:to\s*\(([\s\S]*)\))?$/i.exec(prelude) ?? []
    const starts = start === undefined ? undefined : selectorList(start, parent)
    const ends = end === undefined ? [] : selectorList(end, SCOPE_ROOT)
    const isValid = ends !== undefined && (start === undefined || starts !== undefined)
    if (isValid) this.#inside(body, { ...context, scope: { starts, ends } })
  }
}

function containerQuery(prelude: string): ContainerQuery {
  const [, name = '', condition = ''] =
    /^(?!not\s*\()(?:([\w-]+)\s+)?([\s\S]*)$/i.exec(prelude) ?? []
  return condition === '' ? { name: '', condition: prelude } : { name, condition }
}

const ofList = new WeakMap<readonly Complex[], readonly RuleSelector[]>()

function selectorsOf(list: readonly Complex[]): readonly RuleSelector[] {
  const cached = ofList.get(list)
  if (cached) return cached
  const selectors = list.map(selectorOf)
  ofList.set(list, selectors)
  return selectors
}

function selectorOf(complex: Complex): RuleSelector {
  const specificity = specificityOf(complex)
  const [last, before] = [pseudoElement(complex.at(-1)), pseudoElement(complex.at(-2))]
  const pseudo = before ?? last
  if (!last || !pseudo) {
    return { bucket: bucketOf(complex), specificity, pseudo: '', ...matchesOf(complex) }
  }
  const subject = complex.slice(0, before ? -2 : -1)
  if (subject.length === 0 || isCombinator(subject.at(-1) as Complex[number])) {
    subject.push({ type: 'universal', namespace: null } as Complex[number])
  }
  return {
    bucket: bucketOf(subject),
    specificity,
    ...matchesOf(subject),
    pseudo: pseudo.element,
    ...(pseudo.list && { slotted: compileList(pseudo.list) }),
    ...(pseudo.names && { parts: pseudo.names }),
    ...(before && { inside: last.element }),
  }
}

function pseudoElement(part: Complex[number] | undefined): PseudoElement | undefined {
  const data = part?.type === 'pseudo' ? (part.data as Partial<PseudoElement> | null) : null
  return data?.element ? (data as PseudoElement) : undefined
}

/** The name of a pseudo-element, as `before`; undefined for another selector. */
export function pseudoNamed(selector: string): string | undefined {
  const [complex, ...more] = selectorList(selector) ?? []
  const pseudo = more.length === 0 && complex?.length === 1 ? pseudoElement(complex[0]) : undefined
  return pseudo && !pseudo.names && !pseudo.list ? pseudo.element : undefined
}

const matchesOf = (complex: Complex) => ({
  match: compileList([complex]),
  inShadow: once(() => compileInShadow([complex])),
})

const COMBINATORS = new Set(['descendant', 'child', 'adjacent', 'sibling', 'column-combinator'])

const isCombinator = ({ type }: Complex[number]): boolean => COMBINATORS.has(type)

/** The rarest thing that an element needs to match. */
function bucketOf(complex: Complex): string {
  let bucket = '*'
  for (const part of complex) {
    if (isCombinator(part)) bucket = '*'
    else if (part.type === 'pseudo' && part.name.startsWith('-host')) bucket = ':host'
    else if (part.type === 'attribute' && 'isId' in part) bucket = `#${part.value}`
    else if (part.type === 'pseudo' && part.name === '-class' && !bucket.startsWith('#'))
      bucket = `.${part.data}`
    else if (part.type === 'tag' && bucket === '*') bucket = part.name.toLowerCase()
    else if (part.type === 'pseudo' && part.name === '-any' && bucket === '*') {
      const [only, ...others] = argumentOf(part.data).list ?? []
      if (only && others.length === 0) bucket = bucketOf(only)
    }
  }
  return bucket
}
