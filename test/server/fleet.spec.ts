/** A fleet whose parts are killed: `npm run fuzz -- fleet` for minutes; here each part once. */
import { expect, test } from '@playwright/test'
import { runFleet } from '../fuzz/fleet.ts'
import { ensureProgram } from '../run/programs.ts'

test.skip(
  !ensureProgram('nginx', 'nginx-light') || !ensureProgram('redis-server'),
  'there is no nginx or no Redis here (Debian: apt-get install nginx-light redis-server)',
)

test('whichever part of a fleet is killed under load, nothing wrong is answered, and nothing that was purged', async () => {
  test.setTimeout(300_000)
  const { found, counts } = await runFleet({
    seconds: 0,
    kills: 4,
    seed: Number(process.env.SEED) || 1,
  })
  expect(found).toEqual([])
  expect(counts.answers).toBeGreaterThan(0)
  expect(counts.kills).toBe(4)
  expect(counts.complete).toBeGreaterThan(0)
})
