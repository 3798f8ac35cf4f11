/**
 * Sorts the declarations that apply to an element, and finds the winning one of each property.
 * https://drafts.csswg.org/css-cascade-6/#cascading
 */
import { type Declarations, type Declared, longhandsOf } from './declarations.ts'
import { type Flow, HORIZONTAL, isLogical, physicalName } from './properties.ts'
import type { MatchingRule } from './rule-index.ts'

/** The browser, attributes such as `width`, or the page. */
export type Origin = 'browser' | 'hint' | 'author'

export interface AppliedRule extends MatchingRule {
  readonly origin: Origin
  /** Trees inside the element's own are below 0, those around it above. */
  readonly tree: number
}

/** The layer of the `style` attribute, which wins over all rules of its tree. */
export const ATTACHED = Number.POSITIVE_INFINITY

const ORIGINS: readonly Origin[] = ['browser', 'hint', 'author']

interface Level {
  readonly origin: Origin
  readonly tree: number
  readonly layer: number
  readonly declared: ReadonlyMap<string, Declared>
}

/** Compares rules of one layer: specificity, distance to the scope's root, order. */
const within = (rule: AppliedRule, other: AppliedRule): number =>
  rule.specificity - other.specificity || other.distance - rule.distance || rule.order - other.order

const byWeight = (rule: AppliedRule, other: AppliedRule): number =>
  ORIGINS.indexOf(rule.origin) - ORIGINS.indexOf(other.origin) ||
  rule.tree - other.tree ||
  (rule.layer === other.layer ? within(rule, other) : rule.layer - other.layer)

/** Origins, trees and layers count the other way round; the `style` attribute wins still. */
function byImportantWeight(rule: AppliedRule, other: AppliedRule): number {
  const origin = ORIGINS.indexOf(other.origin) - ORIGINS.indexOf(rule.origin)
  if (origin !== 0 || rule.tree !== other.tree) return origin || other.tree - rule.tree
  if (rule.layer === other.layer) return within(rule, other)
  if (rule.layer === ATTACHED || other.layer === ATTACHED) return rule.layer === ATTACHED ? 1 : -1
  return other.layer - rule.layer
}

/** The cascaded values of elements to which the same rules apply. */
export class Cascade {
  /** Levels by weight, the weakest first. */
  readonly #levels: readonly Level[]
  readonly #byFlow = new Map<string, ReadonlyMap<string, number>>()

  constructor(rules: readonly AppliedRule[]) {
    const levels = (which: keyof Declarations, order: typeof byWeight): Level[] =>
      rules
        .filter(({ declarations }) => declarations[which].size > 0)
        .toSorted(order)
        .map(({ origin, tree, layer, declarations }) => ({
          origin,
          tree,
          layer,
          declared: declarations[which],
        }))
    this.#levels = [...levels('normal', byWeight), ...levels('important', byImportantWeight)]
  }

  /** Names of physical and custom properties with the index of the winning level. */
  #winners(flow: Flow): ReadonlyMap<string, number> {
    const key = `${flow.direction} ${flow.mode}`
    const cached = this.#byFlow.get(key)
    if (cached) return cached
    const winners = new Map<string, number>()
    for (const [at, { declared }] of this.#levels.entries()) {
      for (const name of declared.keys()) {
        winners.set(isLogical(name) ? physicalName(name, flow) : name, at)
      }
    }
    this.#byFlow.set(key, winners)
    return winners
  }

  get customNames(): readonly string[] {
    return [...this.#winners(HORIZONTAL).keys()].filter((name) => name.startsWith('--'))
  }

  /** The declared value; undefined without one, or if a rule reverts it. */
  value(name: string, flow: Flow = HORIZONTAL): Declared | undefined {
    let index = this.#winners(flow).get(name)
    if (index === undefined) return undefined
    let value = declaredIn(this.#levels[index], name, flow)
    while (value === 'revert' || value === 'revert-layer') {
      const from: Level = this.#levels[index] as Level
      const keyword: 'revert' | 'revert-layer' = value
      value = undefined
      while (index > 0 && value === undefined) {
        index -= 1
        const level = this.#levels[index] as Level
        if (!isReverted(level, from, keyword)) value = declaredIn(level, name, flow)
      }
    }
    return value
  }
}

/** A layer is rolled back with those above it. */
function isReverted(level: Level, from: Level, keyword: 'revert' | 'revert-layer'): boolean {
  if (keyword === 'revert-layer') {
    const isAbove = level.tree === from.tree ? level.layer >= from.layer : level.tree > from.tree
    return level.origin === from.origin && isAbove
  }
  return ORIGINS.indexOf(level.origin) >= (from.origin === 'browser' ? 0 : 1)
}

/** The last of the physical property and the logical ones for it. */
function declaredIn(level: Level | undefined, name: string, flow: Flow): Declared | undefined {
  let value: Declared | undefined
  for (const [other, declared] of level?.declared ?? []) {
    if (other === name || (isLogical(other) && physicalName(other, flow) === name)) value = declared
  }
  return value
}

/** The value of a longhand of a text without variables; undefined if it is invalid. */
export function partOf(
  property: string,
  value: string,
  name: string,
  flow: Flow,
): string | undefined {
  const values = longhandsOf(property, value)
  if (!values) return undefined
  if (values[name] !== undefined) return values[name]
  const logical = Object.keys(values).find((longhand) => physicalName(longhand, flow) === name)
  return logical === undefined ? undefined : values[logical]
}
