/**
 * The requests that a snapshot may send: to its own site and those on the list, and nothing by
 * surprise.
 */
import type { Socket } from 'node:net'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { listening } from '../listening.ts'
import { type Contained, said, say, startContained } from './contained.ts'

interface BackendRequest {
  readonly url: string
  readonly cookie: string | undefined
}

async function startBackend(name: string) {
  const requests: BackendRequest[] = []
  const used = new WeakSet<Socket>()
  const { origin, close } = await listening((req, res) => {
    const { url = '/', socket } = req
    requests.push({ url, cookie: req.headers.cookie })
    const isClosed = url === '/closed' || (url === '/idle' && used.has(socket))
    used.add(socket)
    if (isClosed) return void socket.destroy()
    if (url.startsWith('/long')) return void res.end('x'.repeat(150_000))
    const to = new URL(url, 'http://backend.test').searchParams.get('to')
    if (to !== null) res.writeHead(302, { location: to, 'set-cookie': 'tracked=yes' })
    return void res.end(to === null ? `${name} says ${url}` : undefined)
  })
  return { origin, requests, close }
}
type Backend = Awaited<ReturnType<typeof startBackend>>

let own: Backend
let listed: Backend
let foreign: Backend
/** Whom contexts ask: each worker has one, which may ask when the test is over. */
let other: Backend
let contained: Contained

test.beforeAll(async () => {
  own = await startBackend('own')
  listed = await startBackend('listed')
  foreign = await startBackend('foreign')
  other = await startBackend('other')
  contained = await startContained({ origin: own.origin, allowFetch: [listed.origin] })
})

test.afterAll(async () => {
  await contained.close()
  await Promise.all([own, listed, foreign, other].map(({ close }) => close()))
})

test.beforeEach(() => {
  for (const { requests } of [own, listed, foreign]) requests.length = 0
})

/** A URL as the value of a param: escaped once for the pattern, once for the ugly URL. */
const where = (url: string) => encodeURIComponent(encodeURIComponent(encodeURIComponent(url)))
const whereOnce = (url: string) => encodeURIComponent(encodeURIComponent(url))

/** The fetch of a loader's arguments, and the global one. */
for (const way of ['asks', 'asks-globally']) {
  const get = (url: string) => contained.get(`/${way}/${where(url)}`)

  test(`a loader fetches its own site by a relative URL, and an allowed site (${way})`, async () => {
    expect((await get('/data?q=1')).body).toBe('own says /data?q=1')
    expect((await get(`${listed.origin}/data`)).body).toBe('listed says /data')
  })

  test(`a loader cannot fetch another site, or a file (${way})`, async () => {
    for (const url of [
      `${foreign.origin}/secret`,
      'file:///etc/hostname',
      // Its own site by way of another.
      `${own.origin}@${foreign.origin.slice(7)}/`,
    ]) {
      const { status, warnings } = await get(url)
      expect(status).toBe(500)
      expect(warnings.join()).toMatch(/HB117: Cannot fetch|Request cannot be constructed/)
    }
    expect(foreign.requests).toEqual([])
  })
}

test('files of the site are read in process; other URLs fail with the fix in their first line', async () => {
  const alone = await startContained({
    origin: 'https://no-such-host.invalid',
    assets: join(import.meta.dirname, '../fixtures/contained'),
  })
  const first = async (url: string) => {
    const { status, body, warnings } = await alone.get(`/asks/${where(url)}`)
    return status === 200 ? body : warnings[0]?.split('\n')[0]
  }
  expect(await first('/listening.js')).toContain('export')
  expect(await first('https://no-such-host.invalid/listening.js')).toContain('export')
  expect(await first('/api')).toMatch(
    /HB118: Cannot fetch https:\/\/no-such-host\.invalid\/api for the route "asks" \(#!.*ENOTFOUND.* or correct "origin"$/,
  )
  expect(await first(foreign.origin)).toBe(
    `TypeError: HB117: Cannot fetch ${foreign.origin}/ for the route "asks" (#!/asks/${whereOnce(foreign.origin)}): ` +
      `add its origin to the setting "allowFetch": allowFetch: ['${foreign.origin}'], in hashbang({ … }) of vite.config.ts or in hashbang.config.js`,
  )
  await alone.close()
  expect(foreign.requests).toEqual([])
})

for (const [route, request] of [
  ['asks-late', '/late for the snapshot'],
  [
    'loader-asks-late',
    'OWN/late for the snapshot of "/loader-asks-late/loader-asks-late/%252Flate"',
  ],
]) {
  test(`a finished snapshot sends no request (${route})`, async () => {
    const waits = said(`at ${route}`)
    await contained.get(`/${route}/${route}/${where('/late')}`)
    await waits
    const refused = said(
      `${route} refused: Cannot fetch ${request?.replace('OWN', own.origin)}, because the snapshot is finished: ` +
        'wait for requests in the loader or with page.settled(); start longer work in context()',
    )
    say(`open ${route}`)
    await refused
    expect(own.requests).toEqual([])
  })
}

test('work that context() has started may fetch any site, also during a render', async () => {
  const waits = said('at meanwhile')
  const page = contained.get('/hears/meanwhile')
  await waits
  const got = said('context got other says /token')
  say(`context, ask ${other.origin}/token`)
  await got
  say('open meanwhile')
  expect((await page).status).toBe(200)
})

test('a redirect reaches only sites that may be fetched', async () => {
  const out = `${own.origin}/away?to=${encodeURIComponent(`${foreign.origin}/secret`)}`
  expect((await contained.get(`/asks/${where(out)}`)).status).toBe(500)
  expect(foreign.requests).toEqual([])
  const within = `${own.origin}/on?to=${encodeURIComponent(`${listed.origin}/data`)}`
  expect((await contained.get(`/asks/${where(within)}`)).body).toBe('listed says /data')
})

test('no cookie passes from one request to the next, and circular redirects end', async () => {
  await contained.get(`/asks/${where(`/on?to=${encodeURIComponent('/data')}`)}`)
  await contained.get(`/asks/${where('/data')}`)
  expect(own.requests.map(({ cookie }) => cookie)).toEqual([undefined, undefined, undefined])
  const circle = `/c?to=${encodeURIComponent('/c?to=')}`
  expect((await contained.get(`/asks/${where(circle)}`)).status).not.toBe(503)
})

test('a request on a connection that was closed while idle is sent again', async () => {
  await contained.get(`/asks/${where('/data')}`)
  expect((await contained.get(`/asks/${where('/idle')}`)).body).toBe('own says /idle')
  expect(own.requests.map(({ url }) => url)).toEqual(['/data', '/idle', '/idle'])
})

test("a page reads long responses over kept connections, without Node's own client", async () => {
  for (let page = 0; page < 4; page++) {
    const { body, warnings } = await contained.get('/asks-long')
    expect([body, warnings]).toEqual(['150000, 150000, 150000', []])
  }
})

test('a request without an answer is in the log, also when the view handles the error', async () => {
  const { status, body, warnings } = await contained.get(`/view-asks/${whereOnce('/closed')}`)
  expect([status, body]).toEqual([200, expect.stringContaining('refused')])
  expect(warnings.join()).toContain(`no answer came to a request of ${own.origin}/closed: `)
  expect(own.requests).toHaveLength(2)
})

test("a view's own fetch has the same limits, and the snapshot waits for it", async () => {
  expect((await contained.get(`/view-asks/${whereOnce('/data')}`)).body).toBe('own says /data')
  const { body } = await contained.get(`/view-asks/${whereOnce(`${foreign.origin}/secret`)}`)
  expect(body).toContain('refused: HB117: Cannot fetch')
  expect(foreign.requests).toEqual([])
})

test('no other API of a view reaches the network', async () => {
  const { status, body } = await contained.get('/connects')
  expect(status).toBe(200)
  expect(body).toContain('nothing asked but refused')
  // Any request would have arrived before the response to this one.
  await contained.get(`/asks/${where('/last')}`)
  expect(own.requests.map(({ url }) => url)).toEqual(['/asked-by-xhr', '/last'])
  expect(foreign.requests).toEqual([])
})
