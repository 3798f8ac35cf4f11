/**
 * A fleet whose parts are killed, stalled, cut off and replaced: `npm run fuzz -- fleet` for
 * minutes; here each once.
 */
import { expect, test } from '@playwright/test'
import { EVENTS } from '../fuzz/fleet/events.ts'
import { runFleet } from '../fuzz/fleet/run.ts'
import { needsProgram } from '../run/programs.ts'

needsProgram('nginx')
needsProgram('redis-server')

test('under load and faults, no server of a fleet sends a wrong page, or one purged a second ago', async () => {
  const { found, counts } = await runFleet({ seconds: 0, seed: Number(process.env.SEED) || 1 })
  expect(found).toEqual([])
  const doors = ['hashbang serve', 'createHandler', 'startServer', 'nginx'].map(
    (door) => `by ${door}`,
  )
  const purges = ['state', 'prefix', 'tag', 'all'].map((kind) => `complete by ${kind}`)
  const happened = [...Object.keys(EVENTS), ...doors, ...purges, 'nginx HIT', 'embedded']
  expect(happened.filter((name) => !counts[name])).toEqual([])
})
