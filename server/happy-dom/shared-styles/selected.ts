/**
 * What the rules of a style sheet are for. In: the text of one rule. Out: the selectors that elements must match for it to mean
 * anything on a page, in whatever state a reader may bring them; kept for when the same rule is asked for again.
 */
import { type Rule, readRules } from '../fixes/css/rules.ts'
import { compile, compileList } from '../fixes/selectors/compile.ts'
import { type Argument, type Complex, pseudoClass } from '../fixes/selectors/grammar.ts'
import { isCombinator, keyOf } from '../fixes/selectors/key.ts'
import { weightOf } from '../fixes/selectors/weight.ts'
import type { InnerElement } from '../internals.ts'

/** One selector of a rule. */
export interface Selected {
  /** See `keyOf`. */
  readonly key: string
  /** See `weightOf`. */
  readonly weight: number
  readonly match: (element: InnerElement) => boolean
}

/** A rule as it is looked for. */
export interface Purpose {
  readonly selectors: readonly Selected[]
  /** The name of what it defines for other rules to use: that of keyframes. */
  readonly defines: string | undefined
  /** Whether it means pages at large, as `body { … }` does, and not only those that have some class, id, attribute or component. */
  readonly isGlobal: boolean
  /** Whether it has to stand before all others, as `@layer a, b;` does. */
  readonly isFirst: boolean
}

const MOST = 10_000
const purposes = new Map<string, Purpose>()

export function purposeOf(text: string): Purpose {
  const known = purposes.get(text)
  if (known) return known
  const [rule] = readRules(text)
  const made = rule === undefined ? NOTHING : read(rule)
  if (purposes.size >= MOST) purposes.clear()
  purposes.set(text, made)
  return made
}

const NOTHING: Purpose = { selectors: [], defines: undefined, isGlobal: false, isFirst: false }

function read(rule: Rule): Purpose {
  const { name, prelude, body } = rule
  if (name !== null && /(?:^|-)keyframes$/.test(name)) return { ...NOTHING, defines: prelude }
  const styles = stylesIn(rule)
  if (name !== null && styles.length === 0) {
    return { ...NOTHING, isGlobal: true, isFirst: body === null }
  }
  const complex = styles.flatMap(({ prelude }) => listOf(prelude))
  const selectors = complex.map((parts) => {
    const inAnyState = broaden(parts)
    return {
      key: keyOf(inAnyState),
      weight: weightOf(parts),
      match: compileList([inAnyState]),
    }
  })
  return { ...NOTHING, selectors, isGlobal: !complex.every(asksForMark) }
}

/** The style rules in a rule, or in the groups that it holds. */
function stylesIn({ name, body, ...rule }: Rule): Rule[] {
  if (name === null) return [{ name, body, ...rule }]
  if (body === null || !/^(?:media|supports|layer|container|scope|starting-style)$/.test(name))
    return []
  return readRules(body).flatMap(stylesIn)
}

/** What no browser can read means nothing anywhere. */
function listOf(selector: string): readonly Complex[] {
  try {
    return compile(selector).list
  } catch {
    return []
  }
}

/** Whether an element must have a class, an id, an attribute or a custom name, or be in or beside one that has. */
const asksForMark = (parts: Complex): boolean =>
  parts.some((part) => {
    if (part.type === 'attribute') return true
    if (part.type === 'tag') return part.name.includes('-')
    if (part.type !== 'pseudo') return false
    if (part.name === '-class' || part.name === '-attribute') return true
    const { list = [] } = (part.data ?? {}) as Partial<Argument>
    return part.name === '-any' && list.length > 0 && list.every(asksForMark)
  })

const UNIVERSAL = { type: 'universal', namespace: null } as Complex[number]

/** The selector without states (`:hover`), parts that are no elements (`::before`) and exceptions (`:not()`). */
function broaden(parts: Complex): Complex {
  const broad: Complex = []
  const close = () => {
    const last = broad.at(-1)
    if (last === undefined || isCombinator(last)) broad.push(UNIVERSAL)
  }
  for (const part of parts) {
    if (isCombinator(part)) {
      close()
      broad.push(part)
    } else if (part.type !== 'pseudo' || !part.name.startsWith('-') || KEPT.has(part.name)) {
      broad.push(part)
    } else if (part.name === '-any') {
      const { list } = part.data as unknown as Argument
      broad.push(pseudoClass('-any', { list: list.map(broaden) }))
    }
  }
  close()
  return broad
}

const KEPT = new Set([
  '-class',
  '-attribute',
  '-html',
  '-html-document',
  '-no-namespace',
  '-always',
  '-unless',
  '-root',
])
