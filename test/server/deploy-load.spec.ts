/** Deploys under load: `npm run fuzz -- deploy` with a large hot set; here a small one. */
import { expect, test } from '@playwright/test'
import { runDeploys } from '../fuzz/deploy.ts'
import { needsProgram } from '../run/programs.ts'

needsProgram('redis-server')

test('where a deploy goes after `hashbang warm`, nobody waits for a page of the hot set; without it, some do', async () => {
  const { found, deployed } = await runDeploys({
    ...{ states: 15, ways: ['as it is', 'warm'] },
    seed: Number(process.env.SEED) || 1,
  })
  expect(found).toEqual([])
  const [asItIs, warm] = deployed
  expect(asItIs?.misses).toBeGreaterThan(0)
  expect(warm).toMatchObject({ misses: 0 })
  expect(warm?.answers).toBeGreaterThan(60)
})
