/** 500 who ask at once for a page that nobody has asked for: how many renders they cost. */
import { startBackend, startSite } from '../../test/fixtures/site/site.ts'
import { exactly } from '../harness/bars.ts'
import type { Results } from '../harness/publish.ts'

const CLIENTS = 500
const WAVES = 10

export async function stampede(): Promise<Results> {
  const backend = await startBackend()
  const site = await startSite()
  let failed = 0
  for (let wave = 0; wave < WAVES; wave++) {
    const answers = Array.from({ length: CLIENTS }, () => site.snapshot(`/asked/wave-${wave}`))
    for (const { status } of await Promise.all(answers)) if (status !== 200) failed += 1
  }
  const perWave = site.renders / WAVES
  await site.stop()
  await backend.close()
  return {
    text: [
      `${WAVES} waves of ${CLIENTS} requests for one cold state: ${perWave} render each, ${failed} requests failed.`,
    ],
    bars: [
      { what: 'renders of a state that many ask for', value: exactly(perWave), most: 1, unit: '' },
      { what: 'requests that failed', value: exactly(failed), most: 0, unit: '' },
    ],
  }
}
