/**
 * The same state is the same bytes, in whichever worker, after whichever pages: random values come from the page's seed, the
 * locale and the time zone from the configuration. What a loader draws stays random.
 */
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { createHandler } from '../../dist/server/index.js'
import { seededRandom } from '../../server/runtime/random.ts'

const FIXTURE = join(import.meta.dirname, '../fixtures/same')
const SITE = {
  origin: 'http://same.test',
  pages: { '/': { shell: join(FIXTURE, 'index.html'), app: join(FIXTURE, 'app.js') } },
  deadline: 10_000,
  wait: 20_000,
  cacheBytes: 0,
}
const RENDERS = 200

type Site = Awaited<ReturnType<typeof createHandler>>

async function bodyOf(site: Site, state: string): Promise<string> {
  const target = `/?_escaped_fragment_=${state}`
  const response = await site({ method: 'GET', target, headers: {} })
  expect(response?.status, state).toBe(200)
  return /<hashbang-outlet>([\s\S]*)<\/hashbang-outlet>/.exec(String(response?.body))?.[1] as string
}

const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 32))

test(`${RENDERS} renders on two workers in any order give one body for each state, SEED=${seed}`, async () => {
  test.setTimeout(300_000)
  const random = seededRandom(seed)
  const told: string[] = []
  const observe = (event: { type: string; warnings?: readonly string[] }) =>
    void told.push(...(event.warnings ?? []))
  const site = await createHandler({ ...SITE, workers: 2, observe })
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
  test(`locale and time zone of a ${isolation} are those of the configuration`, async () => {
    const options = { ...SITE, workers: 1, isolation }
    const site = await createHandler({ ...options, locale: 'de-DE', timeZone: 'Europe/Berlin' })
    const body = seen(await bodyOf(site, '/region/1'))
    await site.close()
    expect(body).toEqual(BERLIN)
  })

  test(`a ${isolation} of a server elsewhere has the defaults all the same`, () => {
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

test('local times of a zone are those that a machine in it has', () => {
  const module = import.meta.resolve('../../dist/server/happy-dom/time-zone.js')
  const script = `
    if (process.argv[1] !== '') (await import(${JSON.stringify(module)})).installTimeZone(globalThis, process.argv[1], 'en-US')
    let seed = 1
    const random = () => (seed = (Math.imul(seed, 1103515245) + 12345) >>> 0) / 2 ** 32
    const whole = (from, to) => from + Math.floor(random() * (to - from))
    const said = []
    for (let round = 0; round < 300; round++) {
      const date = new Date(whole(-1e12, 4e12))
      // Older versions of ICU know other names of zones.
      said.push(date.toString().replace(/ \\(.*/, ''), date.getHours(), date.getDay(), date.getTimezoneOffset())
      const fields = [whole(1950, 2060), whole(0, 14), whole(0, 33), whole(0, 26), whole(0, 61)]
      said.push(new Date(...fields).getTime(), date.setHours(fields[3], fields[4]), date.setMonth(fields[1]), date.setDate(fields[2]))
    }
    const texts = ['2020-03-29T02:30', '2020-10-25T02:30:00', '2020-01-01', 'Jan 5 2020', '2020-01-01T00:00Z',
      '2020-01-01T10:00+03:00', 'Thu, 01 Jan 1970 00:00:00 GMT', '1/2/2020 10:00 PM', 'nonsense', '2020', '2020-05', 'Jan 1 2020 10:00 EST']
    for (const text of texts) said.push(Date.parse(text), new Date(text).getTime())
    said.push(String(new Date(NaN)), new Date(NaN).setFullYear(2020), new Date(99, 0).getTime(), new Date(null).getTime(),
      new Date(true).getTime(), new (class extends Date {})(2020, 1, 1).getTime(), new Date(0).constructor === Date)
    console.log(JSON.stringify(said))`
  const run = (TZ: string, zone: string): unknown =>
    JSON.parse(
      execFileSync(process.execPath, ['--input-type=module', '-e', script, zone], {
        encoding: 'utf8',
        env: { ...process.env, TZ },
      }),
    )
  for (const zone of ['Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kolkata']) {
    expect(run('Asia/Tokyo', zone), zone).toEqual(run(zone, ''))
  }
})
