/** The same state is the same bytes, in whichever worker, after whichever pages. */
import { execFileSync } from 'node:child_process'
import { expect, test } from '@playwright/test'
import { seededRandom } from '../../server/diagnostics/runtime/hash.ts'
import { numRuns, seed } from '../run/seed.ts'
import { fixture, type OpenApp, openApp } from './open-app.ts'

const RENDERS = numRuns(60, 200)
const SHELL = fixture('same/index.html')

const bodyOf = async (app: OpenApp, state: string) => {
  const { status, outlet } = await app.show(state)
  expect(status, state).toBe(200)
  return outlet
}

test(`${RENDERS} renders on two workers in any order return one body for each state, SEED=${seed}`, async () => {
  const random = seededRandom(seed)
  const app = await openApp(SHELL, { workers: 2 })
  const states = ['random', 'crypto', 'region', 'later', 'plain', 'lazy'].flatMap((kind) =>
    [1, 2, 3].map((id) => `/${kind}/${id}`),
  )
  const bodies = new Map(states.map((state) => [state, new Set<string>()]))
  await Promise.all(
    Array.from({ length: RENDERS }, async (_, at) => {
      const state = states[at < states.length ? at : Math.floor(random() * states.length)] as string
      bodies.get(state)?.add(await bodyOf(app, state))
    }),
  )
  for (const [state, seen] of bodies) expect([state, seen.size]).toEqual([state, 1])
  expect(app.warnings).toEqual([])
  // Each page has its own, and a loader's are as random as ever.
  const differing = states.filter((state) => !state.startsWith('/region'))
  const shown = differing.map((state) => [...(bodies.get(state) ?? [])][0])
  expect(new Set(shown).size).toBe(differing.length)
  expect(await bodyOf(app, '/loaded')).not.toBe(await bodyOf(app, '/loaded'))
  await app.site.close()
})

const MARDI = 'mardi 2 juillet 2024'
const BERLIN = [
  ...['Tue Jul 02 2024 00:30:00 GMT+0200 (Mitteleuropäische Sommerzeit)', '2.7.2024, 00:30:00', 0],
  ...['2024-01-01T11:00:00.000Z', '2024-01-01T11:00:00.000Z', '2.7.2024', 'Europe/Berlin'],
  ...['1.234.567,89', ['a', 'ä', 'z'], 'de-DE', MARDI, 'de-DE', ['de-DE']],
]
const DEFAULT = [
  ...['Mon Jul 01 2024 22:30:00 GMT+0000 (Coordinated Universal Time)', '7/1/2024, 10:30:00 PM'],
  ...[22, '2024-01-01T12:00:00.000Z', '2024-01-01T12:00:00.000Z', '7/1/2024', 'UTC'],
  ...['1,234,567.89', ['a', 'ä', 'z'], 'en-US', MARDI, 'en-US', ['en-US']],
]

const seen = (body: string): unknown => JSON.parse(body.replaceAll('&quot;', '"'))

test('a worker has the locale and time zone of the configuration', async () => {
  const region = { locale: 'de-DE', timeZone: 'Europe/Berlin' }
  const app = await openApp(SHELL, { region })
  expect(seen(await bodyOf(app, '/region/1'))).toEqual(BERLIN)
  await app.site.close()
})

test('the locale and time zone of the machine do not change the defaults of a worker', () => {
  const pages = { '/': { shell: SHELL, app: fixture('same/app.js') } }
  const config = { origin: 'http://app.test', pages, workers: 1 }
  const script = `
    import { createHandler } from ${JSON.stringify(import.meta.resolve('../../dist/server/index.js'))}
    const site = await createHandler(${JSON.stringify(config)})
    const { body } = await site({ method: 'GET', target: '/?_escaped_fragment_=/region/1', headers: {} })
    console.log(/<hashbang-outlet>(.*)<.hashbang-outlet>/s.exec(String(body))[1])
    await site.close()`
  const elsewhere = { TZ: 'Asia/Tokyo', LANG: 'de_DE.UTF-8', LC_ALL: 'de_DE.UTF-8' }
  const env = { ...process.env, ...elsewhere }
  const args = ['--input-type=module', '-e', script]
  const body = execFileSync(process.execPath, args, { encoding: 'utf8', env })
  expect(seen(body)).toEqual(DEFAULT)
})
