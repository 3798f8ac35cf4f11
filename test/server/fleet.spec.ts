/** A fleet whose parts are killed, slow, full and replaced: `npm run fuzz -- fleet` for minutes; here each once. */
import { expect, test } from '@playwright/test'
import { runFleet } from '../fuzz/fleet.ts'
import { needsProgram } from '../run/programs.ts'

needsProgram('nginx')
needsProgram('redis-server')

test('whatever happens to a part of a fleet under load, nothing wrong is answered, and nothing that was purged', async () => {
  const { found, counts } = await runFleet({
    seconds: 0,
    events: 6,
    seed: Number(process.env.SEED) || 1,
  })
  expect(found).toEqual([])
  expect(counts.answers).toBeGreaterThan(0)
  expect(counts).toMatchObject({ kills: 3, deploys: 1, slow: 1, full: 1 })
  expect(counts.complete).toBeGreaterThan(0)
})
