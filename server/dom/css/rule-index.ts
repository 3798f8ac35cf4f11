/**
 * Indexes the rules of one tree's sheets, so that an element is compared with few. `cascade.ts`
 * calls it. https://drafts.csswg.org/css-cascade-6/#cascade-sort
 */

import { compileList } from '../additions/selectors/compile.ts'
import { within } from '../additions/selectors/pseudo-classes.ts'
import type { Complex } from '../additions/selectors/tokens.ts'
import { FRAGMENT, S } from '../internals.ts'
import {
  type ContainerQuery,
  compileRule,
  type RuleCondition,
  type RuleSelector,
  type StyleRule,
} from './compile-rule.ts'
import type { Declarations } from './declarations.ts'
import { matchesMedia, prefersDark } from './media-queries.ts'
import type { RegisteredProperty } from './registered-properties.ts'
import { isSupported } from './supports.ts'

export interface SheetText {
  readonly media: string
  readonly rules: readonly string[]
  /** The element of the sheet. */
  readonly owner?: Element | undefined
}

/** A rule that matches an element. */
export interface MatchingRule {
  readonly declarations: Declarations
  readonly layer: number
  readonly specificity: number
  /** Steps up to the root of the rule's scope. */
  readonly distance: number
  readonly order: number
}

interface IndexedRule {
  readonly selector: RuleSelector
  readonly rule: StyleRule
  readonly layer: string
  readonly order: number
  /** The parent of the sheet's element, for `@scope` without a selector. */
  readonly place: Node | null
}

/** Decides a container query for an element. */
export type IsContained = (element: Element, query: ContainerQuery) => boolean

const NEAREST = Number.POSITIVE_INFINITY

/** The rules of sheets, by what an element needs to match them. */
class RuleSet {
  readonly properties: RegisteredProperty[] = []
  readonly buckets = new Map<string, IndexedRule[]>()
  readonly pseudos = new Set<string>()
  /** Whether rules depend on where the elements of their sheets are. */
  hasPlaces = false
  readonly #layers: string[] = []
  #layerOrder: ReadonlyMap<string, number> | undefined
  readonly #conditions = new Map<string, boolean>()
  #order = 0
  #ruleCount = 0

  constructor(sheets: readonly SheetText[]) {
    for (const { media, rules, owner } of sheets) {
      if (!matchesMedia(window, media)) continue
      const place = owner?.parentNode ?? null
      for (const ruleText of rules) this.#add(ruleText, place)
    }
  }

  #add(ruleText: string, place: Node | null): void {
    const { rules, layers, properties } = compileRule(ruleText)
    const unnamed = `${++this.#ruleCount}.`
    const nameOf = (path: readonly string[]) =>
      path.map((part) => (/^\d/.test(part) ? unnamed + part : part)).join('/')
    for (const { path, conditions } of layers) {
      const name = nameOf(path)
      if (!this.#layers.includes(name) && this.#allHold(conditions)) this.#layers.push(name)
    }
    this.properties.push(...properties)
    for (const rule of rules) {
      const order = this.#order++
      if (!this.#allHold(rule.conditions)) continue
      for (const selector of rule.selectors) {
        const bucket = this.buckets.get(selector.bucket) ?? []
        const isPlaced = rule.scope !== undefined && !rule.scope.starts
        this.hasPlaces ||= isPlaced
        const layer = nameOf(rule.layer)
        bucket.push({ selector, rule, layer, order, place: isPlaced ? place : null })
        this.buckets.set(selector.bucket, bucket)
        this.pseudos.add(selector.pseudo)
      }
    }
  }

  #allHold(conditions: readonly RuleCondition[]): boolean {
    return conditions.every(({ kind, text }) => {
      const key = `${kind} ${text}`
      const result = this.#conditions.get(key)
      if (result !== undefined) return result
      const holds = kind === 'media' ? matchesMedia(window, text) : isSupported(text)
      this.#conditions.set(key, holds)
      return holds
    })
  }

  /** A layer comes after those inside it, and rules without a layer last. */
  rankOf(layer: string): number {
    this.#layerOrder ??= new Map(inOrder(this.#layers).map((name, index) => [name, index]))
    return layer === '' ? this.#layers.length : (this.#layerOrder.get(layer) ?? 0)
  }
}

const MOST_SETS = 50
const sets = new Map<string, RuleSet>()
const numbers = new WeakMap<object, number>()
const last = { number: 0 }

/** The number of an object in keys of shared values. */
export function objectNumber(object: object): number {
  let number = numbers.get(object)
  if (number === undefined) {
    number = ++last.number
    numbers.set(object, number)
  }
  return number
}

/** Pages of a worker share the set of the same sheets in the same window. */
function ruleSetOf(sheets: readonly SheetText[]): RuleSet {
  const size = `${window.innerWidth} ${window.innerHeight} ${prefersDark(window)}`
  const key = [size, ...sheets.map(({ media, rules }) => `${objectNumber(rules)} ${media}`)].join(
    '/',
  )
  const shared = sets.get(key)
  if (shared) return shared
  const set = new RuleSet(sheets)
  if (sets.size >= MOST_SETS) sets.clear()
  if (!set.hasPlaces) sets.set(key, set)
  return set
}

/** The rules of one tree. */
export class RuleIndex {
  readonly #root: Node
  readonly #isContained: IsContained
  readonly #set: RuleSet

  constructor(root: Node, sheets: readonly SheetText[], isContained: IsContained) {
    this.#root = root
    this.#isContained = isContained
    this.#set = ruleSetOf(sheets)
  }

  get properties(): readonly RegisteredProperty[] {
    return this.#set.properties
  }

  /**
   * The rules that match an element, unsorted.
   * @param pseudo The pseudo-element, or ''.
   */
  matching(element: Element, pseudo = ''): MatchingRule[] {
    const rules: MatchingRule[] = []
    if (pseudo !== '' && !this.#set.pseudos.has(pseudo)) return rules
    this.#visit(element, (indexed) => {
      if (indexed.selector.pseudo === pseudo) this.#take(indexed, element, element, rules)
    })
    return rules
  }

  /** The rules of a shadow tree that match its host. */
  matchingHost(host: Element, pseudo: string): MatchingRule[] {
    const rules: MatchingRule[] = []
    if (pseudo !== '' && !this.#set.pseudos.has(pseudo)) return rules
    // Selectors with `:host` match the shadow root in place of its host.
    const root = this.#root as ShadowRoot
    const { buckets } = this.#set
    const add = (indexed: IndexedRule) => {
      if (indexed.selector.pseudo === pseudo) this.#take(indexed, root, host, rules)
    }
    within(null, () => {
      buckets.get(':host')?.forEach(add)
      for (const rule of buckets.get('*') ?? []) if (rule.place === root) add(rule)
    })
    return rules
  }

  /**
   * Rules with `::slotted()` or `::part()`, for an element of another tree.
   * @param inside A pseudo-element of the element, or ''.
   */
  matchingBeyond(
    origin: Element,
    element: Element,
    inside: string,
    names?: readonly string[],
  ): MatchingRule[] {
    const rules: MatchingRule[] = []
    const pseudo = names ? 'part' : 'slotted'
    if (!this.#set.pseudos.has(pseudo)) return rules
    this.#visit(origin, (indexed) => {
      const { selector } = indexed
      if (selector.pseudo !== pseudo || (selector.inside ?? '') !== inside) return
      const fits = names
        ? selector.parts?.every((part) => names.includes(part))
        : selector.slotted?.(element)
      if (fits) this.#take(indexed, origin, element, rules)
    })
    return rules
  }

  #visit(element: Element, visit: (rule: IndexedRule) => void): void {
    within(this.#root[S.nodeType] === FRAGMENT ? null : this.#root, () => {
      for (const bucket of bucketsOf(element)) this.#set.buckets.get(bucket)?.forEach(visit)
    })
  }

  #take(
    indexed: IndexedRule,
    node: Element | ShadowRoot,
    element: Element,
    into: MatchingRule[],
  ): void {
    const { selector, rule, layer, order } = indexed
    const distance = rule.scope
      ? scopeDistance(indexed, element)
      : selector.match(node)
        ? NEAREST
        : -1
    if (distance < 0) return
    if (!rule.containers.every((query) => this.#isContained(element, query))) return
    const { declarations } = rule
    const { specificity } = selector
    into.push({ declarations, layer: this.#set.rankOf(layer), specificity, distance, order })
  }
}

/** The nearest root of a scope that the element is in; -1 if there is none. */
function scopeDistance(indexed: IndexedRule, element: Element): number {
  const { rule, selector, place } = indexed
  const { scope } = rule
  const isStart = scope?.starts && compiled(scope.starts)
  const isEnd = scope && scope.ends.length > 0 ? compiled(scope.ends) : () => false
  if (place instanceof ShadowRoot) return distanceInShadow(indexed, place, element, isEnd)
  let distance = 0
  for (let root: Element | null = element; root; root = root.parentElement, distance++) {
    if (isStart ? !isStart(root) : root !== place) continue
    const isIn = () => !endsBefore(element, root, isEnd) && selector.match(element)
    if (within(root, isIn)) return distance
  }
  return -1
}

/** The distance to a shadow root that holds the sheet's element: the root of the scope. */
function distanceInShadow(
  { selector }: IndexedRule,
  root: ShadowRoot,
  element: Element,
  isEnd: (element: Element) => boolean,
): number {
  const isHost = element === root.host
  const node = isHost ? root : element
  const isIn = () => (isHost || !endsBefore(element, null, isEnd)) && selector.inShadow()(node)
  if (!within(root, isIn)) return -1
  if (isHost) return 0
  let distance = 1
  for (let ancestor = element.parentElement; ancestor; ancestor = ancestor.parentElement) distance++
  return distance
}

function endsBefore(
  element: Element,
  root: Element | null,
  isEnd: (element: Element) => boolean,
): boolean {
  for (
    let ancestor: Element | null = element;
    ancestor && ancestor !== root;
    ancestor = ancestor.parentElement
  ) {
    if (isEnd(ancestor)) return true
  }
  return false
}

const matches = new WeakMap<object, (element: Element) => boolean>()

function compiled(list: readonly Complex[]): (element: Element) => boolean {
  const match = matches.get(list) ?? compileList(list)
  matches.set(list, match)
  return match
}

function inOrder(names: readonly string[]): string[] {
  const ordered: string[] = []
  const visit = (parent: string) => {
    for (const name of names) {
      const path =
        parent === '' ? name : name.startsWith(`${parent}/`) ? name.slice(parent.length + 1) : '/'
      if (path.includes('/')) continue
      visit(name)
      ordered.push(name)
    }
  }
  visit('')
  return ordered
}

function bucketsOf(element: Element): Set<string> {
  const buckets = new Set(['*', element.localName.toLowerCase()])
  if (element.id) buckets.add(`#${element.id}`)
  for (const name of element.getAttribute('class')?.split(/\s+/) ?? [])
    if (name) buckets.add(`.${name}`)
  return buckets
}
