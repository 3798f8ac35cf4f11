/**
 * What Chromium reads from a snapshot is the tree that was serialized, or the serializer refuses. FUZZ_RUNS: how many trees.
 */
import { expect, test } from '@playwright/test'
import fc from 'fast-check'
import type { Difference, Written } from '../fixtures/engine/trees.ts'
import { seed } from '../run/seed.ts'
import { bundle, openBoth, openThread } from './engine.ts'
import { forests } from './trees.ts'

const RUNS = Number(process.env.FUZZ_RUNS ?? (process.env.LONG_PROPERTIES === '1' ? 500 : 150))
const BATCH = Math.min(RUNS, 250)

for (const shadow of ['flatten', 'declarative'] as const) {
  test(`any tree comes back from Chromium as it was, or is refused (${shadow})`, async ({
    page,
  }) => {
    const { chromium, thread } = await openBoth(page, 'engine/trees.ts')
    const counts: Record<string, number> = {}
    for (let done = 0; done < RUNS; done += BATCH) {
      const forest = fc.sample(forests, { numRuns: BATCH, seed: seed + done })
      const written = await thread.call<Written[]>('serializeAll', forest, shadow)
      const different = await chromium.call<Difference[]>('compareAll', forest, written, shadow)
      const [smallest] = different.toSorted((a, b) => a.html.length - b.html.length)
      expect(smallest, `seed ${seed + done}, ${different.length} differ`).toBeUndefined()
      for (const { refused = 'written' } of written) counts[refused] = (counts[refused] ?? 0) + 1
    }
    await thread.close()
    console.log(`${shadow}: ${JSON.stringify(counts)} of ${RUNS}, seed ${seed}`)
    expect(counts.written).toBeGreaterThan(RUNS / 3)
  })
}

const SCENES: readonly (readonly [name: string, html: string])[] = [
  ['text field', '<input value="new &quot;&amp;"><input>'],
  [
    'check boxes',
    '<input type="checkbox"><input type="checkbox" checked=""><input type="radio" name="r">',
  ],
  ['secrets', '<input type="password" value="p"><input type="file">'],
  ['text area', '<textarea>\n\n&lt;b&gt;</textarea>'],
  ['selected option', '<select><option>a</option><option selected="">b</option></select>'],
  [
    'options of several',
    '<select multiple=""><option>a</option><option selected="">b</option></select>',
  ],
  [
    'open details and dialog',
    '<details open=""><summary>s</summary>d</details><dialog open="">x</dialog>',
  ],
  ['nested slots', '<x-a><x-b><p><i slot="s">two</i>|<b>one</b>|fallback none</p></x-b></x-a>'],
  ['a slot of a name twice', '<x-a><b>light</b>two</x-a>'],
  ['light content without a slot', '<x-a><p>shown</p></x-a>'],
  [
    'comments and scripts',
    'a<script type="application/ld+json">{"a":"\\u003c/script>\\u003cscript>x"}</script>',
  ],
  ['what runs', '<a></a><iframe></iframe>'],
  ['syntax of frameworks', '<p ok="e"></p>'],
  [
    'names that are rare',
    '<o:p a="">x</o:p><john@mail.test></john@mail.test><it\'s>y</it\'s><emotion-😍></emotion-😍><fb:like></fb:like>',
  ],
  [
    'names of SVG',
    '<svg viewBox="0 0 1 1"><feDropShadow stdDeviation="1"></feDropShadow><linearGradient></linearGradient><feDropShadow stdDeviation="2"></feDropShadow></svg>',
  ],
  ['a name that HTML cannot write', 'refused: name'],
  ['a style that ends itself', '<style>p{}\\3c /style><p></style>'],
  [
    'a select that holds anything',
    '<select><button><selectedcontent><i>b</i></selectedcontent></button><div><option><b>a</b></option></div><option selected=""><i>b</i></option></select>',
  ],
  ['a paragraph in a paragraph', 'refused: nesting'],
  ['too deep', 'refused: depth'],
]

test('pages are written as they are shown', async () => {
  const thread = await openThread(await bundle('engine/scenes.ts'))
  const written: (readonly [string, string])[] = []
  for (const [name] of SCENES) {
    written.push([name, await thread.call<string>('serialized', name, 'flatten')])
  }
  const declared = await thread.call<string>('serialized', 'open slots', 'declarative')
  const closed = await thread.call<string>('serialized', 'nested slots', 'declarative')
  await thread.close()
  expect(written).toEqual(SCENES)
  const mark = '<!--hashbang-->'
  expect(declared).toBe(
    `<x-a><template shadowrootmode="open">${mark}<x-b><template shadowrootmode="open">${mark}<p><slot name="t">fallback t</slot>|` +
      `<slot>fallback</slot>|<slot name="none">fallback none</slot></p>${mark}</template><slot></slot>` +
      `<slot name="s" slot="t">no</slot></x-b>${mark}</template><b>one</b><i slot="s">two</i></x-a>`,
  )
  // A browser's script could not look into it to take it over.
  expect(closed).toBe(written.find(([name]) => name === 'nested slots')?.[1])
})

// A browser shows what has come of a page: what comes after it must not change its looks.
const STYLED = [
  ['adopted styles', '<style>p {}</style><p></p>'],
  ['adopted styles beside own ones', '<b><style>p {}</style></b><style>p {}</style><p></p>'],
  ['adopted styles that count', '<p></p><style>p:first-child {}</style>'],
  ['own styles that count', '<style>p:nth-child(2) {}</style><p></p><style>p {}</style>'],
] as const

test('what a shadow tree has adopted is declared before what it styles, where that changes nothing', async () => {
  const thread = await openThread(await bundle('engine/scenes.ts'))
  const written: (readonly [string, string])[] = []
  for (const [name] of STYLED) {
    const html = await thread.call<string>('serialized', name, 'declarative')
    const [, inside = ''] = html.split('<!--hashbang-->')
    written.push([name, inside])
  }
  await thread.close()
  expect(written).toEqual(STYLED)
})
