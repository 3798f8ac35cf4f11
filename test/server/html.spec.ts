/** Chromium reads sound html templates as intended, with any values. */
import { expect, test } from '@playwright/test'
import fc from 'fast-check'
import { checkTemplate } from '../../dist/server/html/check-template.js'
import {
  type Difference,
  makeAll,
  type Part,
  source,
  type Value,
} from '../fixtures/engine/templates.ts'
import { numRuns, seed } from '../run/seed.ts'
import { bundle, openPage } from './engine.ts'

const RUNS = Number(process.env.FUZZ_RUNS ?? numRuns(500, 2000))
const BATCH = 500

const PIECES = [
  ...['a', ' ', '<', '>', '&', '"', "'", '=', '`', '/', 'x:', '\n', '😀', '\u00a0', '\ue000', '$&'],
  ...['<b>', '</p>', '</script>', '<!--', '-->', '&amp;', '&lt'],
]
const piece = fc.array(fc.constantFrom(...PIECES), { maxLength: 4 }).map((parts) => parts.join(''))
const plain = piece.map((text) => text.replaceAll('\ue000', ''))
const single = fc.oneof(piece, fc.constantFrom<Value>(null, true, false, 0, -1.5, 1e21))
const value: fc.Arbitrary<Value> = fc.oneof(
  { weight: 4, arbitrary: single },
  fc.array(single, { maxLength: 3 }),
)
const attribute = fc.tuple(
  fc.constantFrom('title', 'class', 'data-x', 'aria-label', 'alt'),
  fc.array(fc.oneof(plain, fc.record({ value })), { maxLength: 3 }),
)
const attributes = fc.uniqueArray(attribute, { maxLength: 3, selector: ([name]) => name })
const element = (tags: readonly string[], parts: fc.Arbitrary<Part[]>) =>
  fc.record({ tag: fc.constantFrom(...tags), attributes, parts })

const { parts } = fc.letrec<{ parts: Part[]; part: Part }>((tie) => ({
  parts: fc.array(tie('part'), { maxLength: 4, depthIdentifier: 'part' }),
  part: fc.oneof(
    { depthIdentifier: 'part', maxDepth: 4 },
    fc.record({ text: plain }),
    fc.record({ value }),
    element(['br', 'img', 'input', 'hr'], fc.constant([])),
    element(['div', 'span', 'section', 'em', 'x-el'], tie('parts')),
    fc.record({ nested: tie('parts') }),
  ),
}))

test('any template with any values is read by Chromium as it was meant', async ({ page }) => {
  const chromium = await openPage(page, await bundle('engine/templates.ts'))
  for (let done = 0; done < RUNS; done += BATCH) {
    const all = fc.sample(parts, { numRuns: BATCH, seed: seed + done })
    for (const each of all) checkTemplate(source(each)[0])
    const different = await chromium.call<Difference[]>('compareAll', all, makeAll(all))
    expect(different.slice(0, 1), `seed ${seed + done}, ${different.length} differ`).toEqual([])
  }
})
