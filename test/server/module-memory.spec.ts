/** A worker keeps no modules of pages. */
import { expect, test } from '@playwright/test'
import { render, startPool } from '../../bench/snapshot/app.ts'

const PAGES = 1200
const KINDS = ['entry', 'view', 'loader']
const WINDOW = 200
const MIB = 2 ** 20

test('a worker keeps no modules of pages', { tag: '@nightly' }, async () => {
  test.slow()
  const heaps: number[] = []
  const app = new URL('../fixtures/hoarding/app.js', import.meta.url).href
  const pool = await startPool(app, 1)
  for (let page = 0; page < PAGES; page++) {
    const body = await render(pool, `/${KINDS[page % KINDS.length]}/${page % 50}`)
    heaps.push(Number(/heap (\d+)/.exec(body)?.[1]))
  }
  await pool.close()
  const least = (from: number) => Math.min(...heaps.slice(from, from + WINDOW))
  // Ten pages that were kept would be more.
  expect(least(PAGES - WINDOW) - least(WINDOW)).toBeLessThan(16 * MIB)
})
