/**
 * Chromium reads a snapshot as the tree that was serialized, or the serializer refuses. FUZZ_RUNS:
 * the number of trees.
 */
import { expect, test } from '@playwright/test'
import fc from 'fast-check'
import { declared, flattened } from '../fixtures/engine/scenes.ts'
import type { Difference, Written } from '../fixtures/engine/trees.ts'
import { numRuns, seed } from '../run/seed.ts'
import { askThread, bundle, openPage, openThread, type Thread } from './engine.ts'
import { forests } from './trees.ts'

const RUNS = Number(process.env.FUZZ_RUNS ?? numRuns(150, 500))
const BATCH = Math.min(RUNS, 250)

let thread: Thread
test.beforeAll(async () => {
  thread = await openThread(await bundle('engine/trees.ts'))
})
test.afterAll(() => thread.close())

for (const shadow of ['flatten', 'declarative'] as const) {
  test(`any tree comes back from Chromium as it was, or is refused (${shadow})`, async ({
    page,
  }) => {
    const chromium = await openPage(page, await bundle('engine/trees.ts'))
    const counts: Record<string, number> = {}
    for (let done = 0; done < RUNS; done += BATCH) {
      const forest = fc.sample(forests, { numRuns: BATCH, seed: seed + done })
      const written = await thread.call<Written[]>('serializeAll', forest, shadow)
      const different = await chromium.call<Difference[]>('compareAll', forest, written, shadow)
      const [smallest] = different.toSorted((a, b) => a.html.length - b.html.length)
      expect(smallest, `seed ${seed + done}, ${different.length} differ`).toBeUndefined()
      for (const { refused = 'written' } of written) counts[refused] = (counts[refused] ?? 0) + 1
    }
    console.log(`${shadow}: ${JSON.stringify(counts)} of ${RUNS}, seed ${seed}`)
    expect(counts.written).toBeGreaterThan(RUNS / 3)
  })
}

for (const [shadow, scenes, title] of [
  ['flatten', flattened, 'pages are written as they are shown'],
  ['declarative', declared, 'open shadow trees are declared, with what they have adopted'],
] as const)
  test(title, async () => {
    const wanted = Object.entries(scenes).map(([name, { html }]) => [name, html])
    expect(await askThread('engine/scenes.ts', 'written', shadow)).toEqual(
      Object.fromEntries(wanted),
    )
  })
