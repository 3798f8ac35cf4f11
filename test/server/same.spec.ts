/**
 * The same state is the same bytes, in whichever worker, after whichever pages: random values come from the page's seed, the
 * locale and the time zone from the configuration. What a loader draws stays random.
 */
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { createHandler } from '../../dist/server/index.js'
import { seededRandom } from '../../server/diagnostics/runtime/random.ts'
import { seed } from '../run/seed.ts'

const FIXTURE = join(import.meta.dirname, '../fixtures/same')
const SITE = {
  origin: 'http://same.test',
  pages: { '/': { shell: join(FIXTURE, 'index.html'), app: join(FIXTURE, 'app.js') } },
  limits: { deadline: 60_000 },
  cache: { bytes: 0 },
}
const RENDERS = process.env.LONG_PROPERTIES === '1' ? 200 : 60

type Site = Awaited<ReturnType<typeof createHandler>>

async function bodyOf(site: Site, state: string): Promise<string> {
  const target = `/?_escaped_fragment_=${state}`
  const response = await site({ method: 'GET', target, headers: {} })
  expect(response?.status, state).toBe(200)
  return /<hashbang-outlet>([\s\S]*)<\/hashbang-outlet>/.exec(String(response?.body))?.[1] as string
}

test(`${RENDERS} renders on two workers in any order give one body for each state, SEED=${seed}`, async () => {
  const random = seededRandom(seed)
  const told: string[] = []
  const observe = (event: { type: string; warnings?: readonly string[] }) =>
    void told.push(...(event.warnings ?? []))
  const site = await createHandler({ ...SITE, workers: 2 }, { observers: [observe] })
  const states = ['random', 'crypto', 'region', 'later', 'plain', 'lazy'].flatMap((kind) =>
    [1, 2, 3].map((id) => `/${kind}/${id}`),
  )
  const bodies = new Map(states.map((state) => [state, new Set<string>()]))
  await Promise.all(
    Array.from({ length: RENDERS }, async (_, at) => {
      const state = states[at < states.length ? at : Math.floor(random() * states.length)] as string
      bodies.get(state)?.add(await bodyOf(site, state))
    }),
  )
  for (const [state, seen] of bodies) expect([state, seen.size]).toEqual([state, 1])
  expect(told).toEqual([])
  // Each page has its own, and a loader's are as random as ever.
  const differing = states.filter((state) => !state.startsWith('/region'))
  expect(new Set(differing.map((state) => [...(bodies.get(state) ?? [])][0])).size).toBe(
    differing.length,
  )
  expect(await bodyOf(site, '/loaded')).not.toBe(await bodyOf(site, '/loaded'))
  await site.close()
})

const BERLIN = [
  'Tue Jul 02 2024 00:30:00 GMT+0200 (Mitteleuropäische Sommerzeit)',
  '2.7.2024, 00:30:00',
  0,
  '2024-01-01T11:00:00.000Z',
  '2024-01-01T11:00:00.000Z',
  '2.7.2024',
  'Europe/Berlin',
  '1.234.567,89',
  ['a', 'ä', 'z'],
  'de-DE',
  'mardi 2 juillet 2024',
  'de-DE',
  ['de-DE'],
]

const DEFAULT = [
  'Mon Jul 01 2024 22:30:00 GMT+0000 (Coordinated Universal Time)',
  '7/1/2024, 10:30:00 PM',
  22,
  '2024-01-01T12:00:00.000Z',
  '2024-01-01T12:00:00.000Z',
  '7/1/2024',
  'UTC',
  '1,234,567.89',
  ['a', 'ä', 'z'],
  'en-US',
  'mardi 2 juillet 2024',
  'en-US',
  ['en-US'],
]

const seen = (body: string): unknown => JSON.parse(body.replaceAll('&quot;', '"'))

for (const isolation of ['thread', 'process'] as const) {
  const tag = isolation === 'thread' ? [] : ['@nightly']
  test(`locale and time zone of a ${isolation} are those of the configuration`, {
    tag,
  }, async () => {
    const options = { ...SITE, workers: 1, isolation }
    const site = await createHandler({
      ...options,
      region: { locale: 'de-DE', timeZone: 'Europe/Berlin' },
    })
    const body = seen(await bodyOf(site, '/region/1'))
    await site.close()
    expect(body).toEqual(BERLIN)
  })

  test(`a ${isolation} of a server elsewhere has the defaults all the same`, { tag }, () => {
    const script = `
      import { createHandler } from ${JSON.stringify(import.meta.resolve('../../dist/server/index.js'))}
      const site = await createHandler({ ...${JSON.stringify(SITE)}, workers: 1, isolation: '${isolation}' })
      const { body } = await site({ method: 'GET', target: '/?_escaped_fragment_=/region/1', headers: {} })
      console.log(/<hashbang-outlet>(.*)<.hashbang-outlet>/s.exec(String(body))[1])
      await site.close()`
    const env = { ...process.env, TZ: 'Asia/Tokyo', LANG: 'de_DE.UTF-8', LC_ALL: 'de_DE.UTF-8' }
    const body = execFileSync(process.execPath, ['--input-type=module', '-e', script], {
      encoding: 'utf8',
      env,
    })
    expect(seen(body)).toEqual(DEFAULT)
  })
}
