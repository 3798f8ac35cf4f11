/** Generates random cascades: small trees with sheets in which few declarations meet often. */
import fc from 'fast-check'
import { DECLARATIONS } from './declarations.ts'

/** A declaration, a statement, or a rule. */
export type Item = string | Rule

export interface Rule {
  readonly prelude: string
  readonly items: readonly Item[]
}

export interface Branch {
  readonly tag: string
  /** `id="a"`, `class="b c"`. */
  readonly attributes: readonly string[]
  readonly style: readonly string[]
  readonly children: readonly Branch[]
  readonly shadow: readonly Shadow[]
}

/** None or one for each element. */
export interface Shadow {
  readonly sheet: readonly Item[]
  readonly tree: readonly Branch[]
}

export interface Cascade {
  readonly sheets: readonly (readonly Item[])[]
  readonly body: readonly Branch[]
}

const oneOf = (...all: readonly string[]) => fc.constantFrom(...all)
const words = (all: string) => oneOf(...all.split('|').map((text) => text.trim()))
const joined = (...parts: (fc.Arbitrary<string> | string)[]): fc.Arbitrary<string> =>
  fc
    .tuple(...parts.map((part) => (typeof part === 'string' ? fc.constant(part) : part)))
    .map((texts) => texts.join(''))
const weighted = <T>(...all: readonly (readonly [number, fc.Arbitrary<T>])[]): fc.Arbitrary<T> =>
  fc.oneof(...all.map(([weight, arbitrary]) => ({ weight, arbitrary })))

const simple = words('*|div|b|li|.a|.b|.c|#i|#j|[t]|[t="1"]|.a.b|div.a|[class~="c"]')
const logical = weighted(
  [2, joined(oneOf(':is(', ':where(', ':not('), simple, ')')],
  [1, joined(oneOf(':is(', ':where(', ':not('), simple, ', ', simple, ')')],
  [1, joined(oneOf(':nth-child(', ':nth-last-child('), words('odd|2|n + 2|-n + 2'), ')')],
  [1, joined(':nth-child(', words('1|odd|2n|-n + 2'), ' of ', simple, ')')],
  [1, joined(':has(', words('|> |+ |~ '), simple, ')')],
  [1, words(':first-child|:last-child|:only-child|:empty|:root|:nth-of-type(2)')],
)
const compound = weighted([4, simple], [2, logical], [1, joined(simple, logical)])
const combinator = oneOf(' ', ' > ', ' + ', ' ~ ')
const complex = weighted(
  [4, compound],
  [2, joined(compound, combinator, compound)],
  [1, joined(compound, combinator, compound, combinator, compound)],
)
const selector = weighted([5, complex], [1, joined(complex, ', ', complex)])
const nested = weighted(
  [2, joined('&', words('.a|.b|#i|:first-child|:not(.c)|[t]'))],
  [1, joined('& ', words('> |+ |~ |'), compound)],
  [1, joined(words('> |+ |~ '), compound)],
  [1, joined(compound, ' &')],
  [2, compound],
  [1, joined(':is(&, ', compound, ') ', compound)],
  [1, words('&|& &|&, .c|:not(&)|:where(&) > *')],
)
const shadowSelector = weighted(
  [2, words(':host|:host(.a)|:host(#i)|:host(:not(.b))|:host(div)|:host(:nth-child(2))')],
  [2, words('::slotted(*)|::slotted(.a)|::slotted(b)|slot::slotted(.b)|:host(.a) ::slotted(*)')],
  [1, joined(oneOf(':host ', ':host > ', ':host(.a) '), compound)],
  [2, selector],
)

const declaration = weighted(
  ...DECLARATIONS.map(
    ([weight, names, values]) =>
      [weight, joined(words(names), ': ', words(values), important())] as const,
  ),
)

function important(): fc.Arbitrary<string> {
  return weighted([5, fc.constant('')], [1, fc.constant(' !important')])
}

const declarations = fc.array(declaration, { minLength: 1, maxLength: 3 })

/** Conditions and layers, which hold rules, and within a style rule declarations too. */
const group = weighted(
  [3, joined('@layer ', words('a|b|c|a.d|b.a'))],
  [1, fc.constant('@layer')],
  [
    1,
    joined(
      '@media ',
      words(
        '(width > 1px)|(width < 1px)|print|screen|not print|(min-width: 600px) and (max-width: 2000px)',
      ),
    ),
  ],
  [
    1,
    joined(
      '@supports ',
      words(
        '(display: grid)|(display: nothing)|not (color: red)|selector(:has(a))|(color: red) and (not (a: b))',
      ),
    ),
  ],
  [
    1,
    joined(
      '@container ',
      words(
        '(width > 150px)|(width > 250px)|(width <= 200px)|(min-width: 100px) and (width < 260px)|not (width > 250px)',
      ),
    ),
  ],
)
const scope = joined(
  '@scope ',
  words('(.a)|(.b)|(#i)|(.a) to (.b)|(div) to (.c)|(:scope > .a) to (> li)|'),
)
const scoped = weighted([3, selector], [1, words(':scope|:scope > *|& .a|:scope .b|> .a')])

const rule = (prelude: fc.Arbitrary<string>, items: fc.Arbitrary<Item[]>): fc.Arbitrary<Item> =>
  fc.record({ prelude, items })

/** The inside of a style rule. */
const styleItems = (depth: number): fc.Arbitrary<Item[]> => {
  if (depth === 0) return declarations
  const inner = styleItems(depth - 1)
  const more = fc.array(
    weighted<Item>([3, rule(nested, inner)], [1, rule(group, inner)], [2, declaration]),
    { maxLength: 2 },
  )
  return fc.tuple(declarations, more).map(([first, rest]) => [...first, ...rest])
}

const rules = (style: fc.Arbitrary<string>, depth: number): fc.Arbitrary<Item> => {
  const plain = rule(style, styleItems(1))
  if (depth === 0) return plain
  const inside = (of: fc.Arbitrary<string>) =>
    fc.array(rules(of, depth - 1), { minLength: 1, maxLength: 2 })
  return weighted<Item>(
    [6, plain],
    [2, rule(group, inside(style))],
    [1, rule(scope, fc.array(rule(scoped, styleItems(1)), { minLength: 1, maxLength: 2 }))],
    [1, words('@layer b, a|@layer c|@layer a.d, b|@layer c, a.d')],
  )
}

const sheet = (style: fc.Arbitrary<string>, maxLength: number) =>
  fc.array(rules(style, 2), { minLength: 1, maxLength })

const attributes = fc.subarray(
  ['id="i"', 'id="j"', 'class="a"', 'class="b"', 'class="a b"', 'class="c"', 't="1"', 't'],
  {
    maxLength: 2,
  },
)
/** A query container: what it is asked for does not depend on its content. */
const CONTAINER = 'container-type: inline-size; display: block !important; width: 200px !important'
const style = weighted<string[]>(
  [6, fc.constant([])],
  [2, fc.array(declaration, { minLength: 1, maxLength: 2 })],
  [1, fc.constant([CONTAINER])],
)

function branch(depth: number, isShadow: boolean): fc.Arbitrary<Branch> {
  const children =
    depth === 0 ? fc.constant([]) : fc.array(branch(depth - 1, isShadow), { maxLength: 3 })
  return (
    fc
      .record({
        tag: words(isShadow ? 'div|b|li|slot' : 'div|div|b|i|ul|li|span'),
        attributes,
        style,
        children,
        shadow: depth === 0 || isShadow ? fc.constant([]) : shadow(),
      })
      // Only some elements can have a shadow tree.
      .map((made) => (made.shadow.length > 0 ? { ...made, tag: 'div' } : made))
  )
}

const shadow = (): fc.Arbitrary<Shadow[]> =>
  fc.array(
    fc.record({
      sheet: sheet(shadowSelector, 3),
      tree: fc.array(branch(1, true), { minLength: 1, maxLength: 2 }),
    }),
    { maxLength: 1 },
  )

/** The elements of a tree, with those of shadow trees. */
const sizeOf = (body: readonly Branch[]): number =>
  body.reduce(
    (sum, { children, shadow }) =>
      sum + 1 + sizeOf(children) + sizeOf(shadow.flatMap((one) => one.tree)),
    0,
  )

export const cascade: fc.Arbitrary<Cascade> = fc.record({
  sheets: fc.array(sheet(selector, 5), { minLength: 1, maxLength: 2 }),
  body: fc
    .array(branch(2, false), { minLength: 1, maxLength: 3 })
    .filter((body) => sizeOf(body) >= 3 && sizeOf(body) <= 12),
})

const itemText = (item: Item): string =>
  typeof item === 'string'
    ? `${item};`
    : `${item.prelude} { ${item.items.map(itemText).join(' ')} }`

const sheetHtml = (items: readonly Item[]) => `<style>\n${items.map(itemText).join('\n')}\n</style>`

function branchHtml({ tag, attributes, style, children, shadow }: Branch): string {
  const inline = style.length > 0 ? [`style='${style.join('; ')}'`] : []
  const shadows = shadow.map(
    (one) =>
      `<template shadowrootmode="open">${sheetHtml(one.sheet)}${treeHtml(one.tree)}</template>`,
  )
  const inside = [...shadows, treeHtml(children)].join('')
  return `<${[tag, ...attributes, ...inline].join(' ')}>${inside}</${tag}>`
}

const treeHtml = (tree: readonly Branch[]) => tree.map(branchHtml).join('')

export const htmlOf = ({ sheets, body }: Cascade): string => `<!doctype html>
<html><head>${sheets.map(sheetHtml).join('')}</head>
<body>${treeHtml(body)}</body></html>`
