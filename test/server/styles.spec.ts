/** Styles of shadow trees in a snapshot that has them in place of their slots. */
import { isDeepStrictEqual } from 'node:util'
import { expect, test } from '@playwright/test'
import fc from 'fast-check'
import type { Part, Scene } from '../fixtures/engine/styles.ts'
import { numRuns, seed } from '../run/seed.ts'
import { openBoth } from './engine.ts'
import { expectListed } from './listed.ts'

interface Written {
  readonly head: string
  readonly body: string
  readonly refused: readonly string[]
}
type Told = Record<string, string>

const SCENES = numRuns(60, 150)

const oneOf = (all: string) => fc.constantFrom(...all.split('|').map((text) => text.trim()))
const joined = (...parts: fc.Arbitrary<string>[]) => fc.tuple(...parts).map((all) => all.join(''))
const text = (constant: string) => fc.constant(constant)

const colour = oneOf('red|green|blue|gold|pink|cyan|navy|lime')
const simple = oneOf('*|div|b|x-a|.a|.b|.a.b|div.a|[class]|#none|:not(.a)|:is(.a, b)|slot')
const structural = oneOf(
  ':first-child|div:last-child|:nth-child(2)|:nth-child(odd of .a)|:only-child|:empty|:not(:first-child)|' +
    ':where(.b + *)|:is(.a b, div > .b)|b:nth-last-of-type(2)|:root',
)
const compound = fc.oneof({ weight: 3, arbitrary: simple }, { weight: 2, arbitrary: structural })
// Only beside elements that no host has in its own tree: Chromium takes it for an element that
// holds something.
const having = oneOf('div:has(.a)|b:has(> b)|.a:has(div + b)')
const host = oneOf(
  ':host|:host(.a)|:host(div)|:host-context(.b)|:host(:first-child)|:host(:not(.a))',
)
const combinator = fc.constantFrom(' ', ' > ', ' + ', ' ~ ')
const complex = fc.oneof(
  compound,
  having,
  joined(compound, combinator, compound),
  joined(compound, combinator, compound, combinator, compound),
  host,
  joined(host, fc.constantFrom(' ', ' > '), compound),
  oneOf(
    '::slotted(*)|::slotted(.a)|div > ::slotted(b)|.a ::slotted(div)|:host(.b) ::slotted(*)|slot::slotted(:first-child)',
  ),
  joined(compound, text('::part(q)')),
  // Beside nested rules Chromium 156 gives a host `*::before` of its own tree.
  joined(oneOf('div|b|slot|div.a|div:last-child|div:not(.a)'), text('::before')),
)
const declaration = fc.oneof(
  joined(text('color: '), colour),
  joined(text('background-color: '), colour),
  oneOf('display: block|border-top-style: dotted|content: "x"|color: tan !important'),
)
const block = joined(text(' { '), declaration, text(' }'))
const plainRule = joined(complex, block)
const rule = fc.oneof(
  { weight: 6, arbitrary: plainRule },
  joined(complex, text(', '), complex, block),
  joined(text('@media (min-width: 1px) { '), plainRule, text(' }')),
  joined(
    fc.oneof(simple, text(':is(div, .a)')),
    text(' { '),
    joined(oneOf('&.b|& > *|+ div|.a &|&:first-child|b'), block),
    text(' color: teal }'),
  ),
)
const sheet = fc.array(rule, { maxLength: 4 }).map((rules) => rules.join('\n'))

function part(depth: number, inShadow: boolean): fc.Arbitrary<Part> {
  const inside = (isShadow = inShadow, minLength = 0) =>
    fc.array(part(depth - 1, isShadow), { minLength, maxLength: 3 })
  const children = depth === 0 ? fc.constant([]) : inside()
  const kind = oneOf('|a|b|a b')
  const slot = fc.option(text('s'), { nil: undefined, freq: 3 })
  const element = (tags: string, more: object = {}): fc.Arbitrary<Part> =>
    fc
      .record({ tag: oneOf(tags), class: kind, slot, children, ...more })
      .map(({ slot, ...rest }) => (slot === undefined ? rest : { ...rest, slot }))
  const plain = element('div|b|i')
  if (depth === 0) return plain
  const shadow = fc.record({ children: inside(true, 1), sheets: fc.array(sheet, { maxLength: 2 }) })
  const hosts = element('x-a|x-b', { shadow })
  return inShadow ? fc.oneof(plain, element('slot'), hosts) : fc.oneof(plain, hosts)
}

const scene: fc.Arbitrary<Scene> = fc.record({
  // Rules of a document about the place of elements may not hold: it may be in a file.
  sheet: fc
    .array(fc.tuple(oneOf('*|div|.a|b|x-a|i'), colour), { maxLength: 3 })
    .map((rules) =>
      rules.map(([of, says]) => `${of} { color: ${says}; border-top-style: solid }`).join('\n'),
    ),
  parts: fc.array(part(3, false), { minLength: 1, maxLength: 2 }),
})

test('every element of a random page has the styles that it has live', async ({
  browser,
  page,
}) => {
  const { chromium, thread } = await openBoth(page, 'engine/styles.ts')
  const scenes = fc.sample(scene, { numRuns: SCENES, seed })
  const [live, written] = await Promise.all([
    chromium.call<Told[]>('liveAll', scenes),
    thread.call<Written[]>('snapshotAll', scenes),
  ])
  const read = await chromium.call<Told[]>('readAll', written)
  await thread.close()
  const compared = written.map(({ head, body }, at) => {
    const styles = read[at] ?? {}
    // Without content that has no slot and so is not shown.
    const shown = Object.fromEntries(Object.keys(styles).map((key) => [key, live[at]?.[key]]))
    return { name: `${head}\n${body}`, shown, read: styles }
  })
  const different = compared
    .filter((one) => !isDeepStrictEqual(one.read, one.shown))
    .toSorted((one, other) => one.name.length - other.name.length)
  expect(read.flatMap((styles) => Object.keys(styles)).length).toBeGreaterThan(SCENES)
  console.log(`${SCENES} scenes, seed ${seed}`)
  expectListed(browser.version(), different.slice(0, 1))
})
