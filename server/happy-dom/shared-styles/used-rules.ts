/**
 * What a page uses of the styles that are kept from page to page. In: a document whose page has settled. Out: the text of each
 * such element, the same whatever was shown before: the rules that mean something that is there, in an order of their own.
 * A document without such elements is not looked at.
 */

import { keysOf } from '../fixes/selectors/key.ts'
import { within } from '../fixes/selectors/pseudo-classes.ts'
import { entriesOf, entryText } from '../fixes/sheets.ts'
import { type InnerElement, inner, S } from '../internals.ts'
import { inOrder, type Placed } from './in-order.ts'
import { type Purpose, purposeOf } from './selected.ts'
import { ownText, sharedStyles } from './shared-styles.ts'

/** An element of which something is used. */
export interface UsedStyle {
  readonly style: InnerElement
  readonly text: string
}

export interface UsedStyles {
  /** All that are kept, used or not. */
  readonly kept: ReadonlySet<object>
  readonly used: readonly UsedStyle[]
}

interface Found extends Placed {
  readonly style: InnerElement
  readonly purpose: Purpose
}

const NONE: UsedStyles = { kept: new Set(), used: [] }

export function usedStyles(document: Document): UsedStyles {
  const styles = sharedStyles(document.head)
  if (styles.length === 0) return NONE
  const kept = new Set<object>(styles)
  const index = indexOf(inner<InnerElement>(document.documentElement), kept)
  const found = within(inner(document), () =>
    eachOnce(styles).map((style) => ({ style, rules: rulesOf(style, index) })),
  )
  const texts = found.flatMap(({ rules }) => rules.filter(isUsed)).map(({ text }) => text)
  const names = found.some(({ rules }) => rules.some(({ purpose }) => purpose.defines))
    ? identifiersOf([...texts, ...index.inline()])
    : new Set<string>()
  const parts = found.map(({ style, rules }) => partOf(style, rules, names))
  const used = inOrder(parts.filter(({ text }) => text !== ''))
  return { kept, used }
}

/** What a view has put in again is there twice until its page is left. */
function eachOnce(styles: readonly InnerElement[]): readonly InnerElement[] {
  const texts = styles.map(ownText)
  return styles.filter((_, at) => texts[at] === undefined || texts.indexOf(texts[at]) === at)
}

/** Whether a page has style sheets of its own, or uses one of those. */
export function usesStylesOf(document: Document): boolean {
  const { kept, used } = usedStyles(document)
  if (used.length > 0 || document.adoptedStyleSheets.length > 0) return true
  if (kept.size === 0) return document.querySelector(SHEETS) !== null
  return [...document.querySelectorAll(SHEETS)].some((one) => !kept.has(one))
}

const SHEETS = 'style, link[rel~="stylesheet"]'

const isUsed = ({ purpose, places }: Found): boolean =>
  places.length > 0 || (purpose.isGlobal && purpose.selectors.length === 0)

/** The elements of a page by what rules look them up by. */
interface Index {
  of(key: string): readonly (readonly [element: InnerElement, number: number])[]
  /** Their style attributes. */
  inline(): string[]
}

function indexOf(root: InnerElement, without: ReadonlySet<object>): Index {
  const byKey = new Map<string, (readonly [InnerElement, number])[]>()
  const all: InnerElement[] = []
  const stack = [root]
  for (let element = stack.pop(); element !== undefined; element = stack.pop()) {
    if (without.has(element)) continue
    for (const key of keysOf(element as unknown as Element)) {
      const same = byKey.get(key)
      if (same === undefined) byKey.set(key, [[element, all.length]])
      else same.push([element, all.length])
    }
    all.push(element)
    const children = element[S.elementArray]
    for (let at = children.length - 1; at >= 0; at--) stack.push(children[at] as InnerElement)
  }
  return {
    of: (key) => byKey.get(key) ?? [],
    inline: () => all.map((one) => (one as unknown as Element).getAttribute('style') ?? ''),
  }
}

/** Weights are below that. */
const WEIGHTS = 10_000

function rulesOf(style: InnerElement, index: Index): Found[] {
  const found: Found[] = []
  for (const entry of entriesOf(style as unknown as HTMLStyleElement)) {
    const text = entryText(entry)
    const purpose = purposeOf(text)
    const places = new Set<number>()
    let first = Number.POSITIVE_INFINITY
    for (const { key, weight, match } of purpose.selectors) {
      for (const [element, number] of index.of(key)) {
        if (!match(element)) continue
        const place = number * WEIGHTS + Math.min(weight, WEIGHTS - 1)
        places.add(place)
        first = Math.min(first, place)
      }
    }
    if (places.size === 0 && purpose.selectors.length > 0) continue
    found.push({ style, purpose, text, places: [...places], first })
  }
  return found
}

const identifiersOf = (texts: readonly string[]): Set<string> =>
  new Set(texts.flatMap((text) => text.match(/[-\w\u{80}-\u{10ffff}]+/gu) ?? []))

function partOf(style: InnerElement, rules: readonly Found[], names: ReadonlySet<string>) {
  const used = rules.filter(
    (rule) => isUsed(rule) || names.has(rule.purpose.defines?.replace(/^["']|["']$/g, '') ?? ''),
  )
  const first = used.filter(({ purpose }) => purpose.isFirst)
  const others = inOrder(used.filter(({ purpose }) => !purpose.isFirst))
  const text = [...first, ...others].map((rule) => rule.text).join('\n')
  const { media } = style as unknown as HTMLStyleElement
  return {
    style,
    text: text === '' || media === '' || media === 'all' ? text : `@media ${media}{${text}}`,
    places: [...new Set(used.flatMap(({ places }) => places))],
    first: Math.min(...used.map((rule) => rule.first)),
  }
}
