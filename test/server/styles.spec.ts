/**
 * Styles of shadow trees in a snapshot that has them in place of their slots: Chromium is the oracle. Each element of small
 * random trees has, with script off, the styles that it has in the live page.
 */
import { isDeepStrictEqual } from 'node:util'
import { expect, test } from '@playwright/test'
import fc from 'fast-check'
import type { Part, Scene } from '../fixtures/engine/styles.ts'
import { seed } from '../run/seed.ts'
import { openBoth } from './engine.ts'

interface Written {
  readonly head: string
  readonly body: string
  readonly refused: readonly string[]
}
type Told = Record<string, string>

const SCENES = process.env.LONG_PROPERTIES === '1' ? 150 : 60

const COLOURS = ['red', 'green', 'blue', 'gold', 'pink', 'cyan', 'navy', 'lime']
const oneOf = (...all: string[]) => fc.constantFrom(...all)

const simple = oneOf(
  '*',
  'div',
  'b',
  'x-a',
  '.a',
  '.b',
  '.a.b',
  'div.a',
  '[class]',
  '#none',
  ':not(.a)',
  ':is(.a, b)',
  'slot',
)
const structural = oneOf(
  ...[
    ':first-child',
    'div:last-child',
    ':nth-child(2)',
    ':nth-child(odd of .a)',
    ':only-child',
    ':empty',
  ],
  ...[
    ':not(:first-child)',
    ':where(.b + *)',
    ':is(.a b, div > .b)',
    'b:nth-last-of-type(2)',
    ':root',
  ],
)
const compound = fc.oneof({ weight: 3, arbitrary: simple }, { weight: 2, arbitrary: structural })
// Only beside what no host has in its own tree: Chromium takes it for an element that holds something.
const having = oneOf('div:has(.a)', 'b:has(> b)', '.a:has(div + b)')
const host = oneOf(
  ':host',
  ':host(.a)',
  ':host(div)',
  ':host-context(.b)',
  ':host(:first-child)',
  ':host(:not(.a))',
)
const combinator = oneOf(' ', ' > ', ' + ', ' ~ ')
const complex = fc.oneof(
  compound,
  having,
  fc.tuple(compound, combinator, compound).map((all) => all.join('')),
  fc.tuple(compound, combinator, compound, combinator, compound).map((all) => all.join('')),
  host,
  fc.tuple(host, oneOf(' ', ' > '), compound).map((all) => all.join('')),
  oneOf(
    '::slotted(*)',
    '::slotted(.a)',
    'div > ::slotted(b)',
    '.a ::slotted(div)',
    ':host(.b) ::slotted(*)',
    'slot::slotted(:first-child)',
  ),
  compound.map((of) => `${of}::part(q)`),
  // Beside nested rules Chromium 156 gives a host `*::before` of its own tree.
  oneOf('div', 'b', 'slot', 'div.a', 'div:last-child', 'div:not(.a)').map((of) => `${of}::before`),
)
const declaration = fc.oneof(
  oneOf(...COLOURS).map((colour) => `color: ${colour}`),
  oneOf(...COLOURS).map((colour) => `background-color: ${colour}`),
  oneOf('display: block', 'border-top-style: dotted', 'content: "x"', 'color: tan !important'),
)
const rule: fc.Arbitrary<string> = fc.oneof(
  { weight: 6, arbitrary: fc.tuple(complex, declaration).map(([of, says]) => `${of} { ${says} }`) },
  fc
    .tuple(complex, complex, declaration)
    .map(([one, other, says]) => `${one}, ${other} { ${says} }`),
  fc
    .tuple(complex, declaration)
    .map(([of, says]) => `@media (min-width: 1px) { ${of} { ${says} } }`),
  fc
    .tuple(
      fc.oneof(simple, oneOf(':is(div, .a)')),
      oneOf('&.b', '& > *', '+ div', '.a &', '&:first-child', 'b'),
      declaration,
    )
    .map(([of, inner, says]) => `${of} { ${inner} { ${says} } color: teal }`),
)
const sheet = fc.array(rule, { maxLength: 4 }).map((rules) => rules.join('\n'))

const kind = oneOf('', 'a', 'b', 'a b')
const slotName = fc.option(fc.constant('s'), { nil: undefined, freq: 3 })
const part = (depth: number, inShadow: boolean): fc.Arbitrary<Part> => {
  const children =
    depth === 0 ? fc.constant([]) : fc.array(part(depth - 1, inShadow), { maxLength: 3 })
  const plain = fc
    .record({ tag: oneOf('div', 'b', 'i'), class: kind, slot: slotName, children })
    .map(withoutNothing)
  if (depth === 0) return plain
  const shadow = fc.record({
    children: fc.array(part(depth - 1, true), { minLength: 1, maxLength: 3 }),
    sheets: fc.array(sheet, { maxLength: 2 }),
  })
  const hosts = fc
    .record({ tag: oneOf('x-a', 'x-b'), class: kind, slot: slotName, children, shadow })
    .map(withoutNothing)
  const slots = fc
    .record({ tag: fc.constant('slot'), class: kind, slot: slotName, children })
    .map(withoutNothing)
  return inShadow ? fc.oneof(plain, slots, hosts) : fc.oneof(plain, hosts)
}
const withoutNothing = <T extends object>(made: T): Part =>
  Object.fromEntries(
    Object.entries(made).filter(([, value]) => value !== undefined),
  ) as unknown as Part

const scene: fc.Arbitrary<Scene> = fc.record({
  // What a document says of elements by their place is not known to hold: it may be in a file.
  sheet: fc
    .array(fc.tuple(oneOf('*', 'div', '.a', 'b', 'x-a', 'i'), oneOf(...COLOURS)), { maxLength: 3 })
    .map((rules) =>
      rules.map(([of, colour]) => `${of} { color: ${colour}; border-top-style: solid }`).join('\n'),
    ),
  parts: fc.array(part(3, false), { minLength: 1, maxLength: 2 }),
})

test('every element of a random page has the styles that it has live', async ({ page }) => {
  const { chromium, thread } = await openBoth(page, 'engine/styles.ts')
  const scenes = fc.sample(scene, { numRuns: SCENES, seed })
  const [live, written] = await Promise.all([
    chromium.call<Told[]>('liveAll', scenes),
    thread.call<Written[]>('snapshotAll', scenes),
  ])
  const read = await chromium.call<Told[]>('readAll', written)
  await thread.close()
  const compared = written.map(({ head, body }, at) => {
    const keys = Object.keys(read[at] ?? {})
    // Without what has no slot and so is not shown.
    const shown = Object.fromEntries(keys.map((key) => [key, live[at]?.[key]]))
    return { html: `${head}\n${body}`, shown, read: read[at] }
  })
  const [smallest] = compared
    .filter((one) => !isDeepStrictEqual(one.read, one.shown))
    .toSorted((one, other) => one.html.length - other.html.length)
  expect(smallest?.read, `seed ${seed}, ${smallest?.html}`).toEqual(smallest?.shown)
  expect(read.flatMap((told) => Object.keys(told)).length).toBeGreaterThan(SCENES)
})
