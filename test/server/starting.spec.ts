/**
 * What a server does while its workers and its listing wait for something that never comes, and how a start ends that fails. When a
 * listing is given up and tried again is told by units (sitemap/lister.test.ts), and so is it of workers (pool/pool.test.ts).
 */
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { startServer } from '../../dist/server/serve/start/start-server.js'
import { createListing } from '../../dist/server/tools/sitemap/listing.js'
import { hashbang } from '../tools/command.ts'

// Inside the package, so that the app finds the package by its name.
const CACHE = join(import.meta.dirname, '../../.cache')

let folder: string
test.beforeEach(() => {
  mkdirSync(CACHE, { recursive: true })
  folder = mkdtempSync(join(CACHE, 'silent-'))
  cpSync(join(import.meta.dirname, '../fixtures/silent'), folder, { recursive: true })
})
test.afterEach(() => rmSync(folder, { recursive: true, force: true }))

const fallSilent = () => writeFileSync(join(folder, 'silent'), '')
const speakAgain = () => rmSync(join(folder, 'silent'))

const site = () => ({
  origin: 'http://silent.test',
  pages: { '/': { shell: join(folder, 'index.html'), app: join(folder, 'app.js') } },
  workers: 1,
})

test('while no worker is ready, requests are turned away in time, readiness says so, and robots.txt is answered', async () => {
  const server = await startServer({
    ...site(),
    port: 0,
    host: '127.0.0.1',
    // So long a request waits for a worker.
    limits: { deadline: 2000, keepAlive: 600_000 },
    cache: { bytes: 0 },
  })
  const ask = (path: string) => fetch(`http://127.0.0.1:${server.port}${path}`)
  const home = () => ask('/?_escaped_fragment_=')
  try {
    expect([(await ask('/readyz')).status, (await home()).status]).toEqual([200, 200])
    fallSilent()
    // Each ends the worker that has it; the spare steps in for the first.
    for (let n = 0; server.site.ready > 0 && n < 8; n++)
      await ask(`/?_escaped_fragment_=/exit/${n}`)
    await expect.poll(() => server.site.ready).toBe(0)
    const ready = await ask('/readyz')
    expect([ready.status, await ready.text()]).toEqual([503, 'No worker is ready.\n'])
    const answers = await Promise.all(Array.from({ length: 20 }, home))
    for (const { status, headers } of answers)
      expect([status, headers.get('retry-after')]).toEqual([503, expect.stringMatching(/^\d+$/)])
    const robots = await ask('/robots.txt')
    expect([robots.status, await robots.text()]).toEqual([200, expect.stringContaining('Sitemap:')])
    speakAgain()
    await expect.poll(async () => (await ask('/readyz')).status).toBe(200)
    expect((await home()).status).toBe(200)
  } finally {
    await server.stop()
  }
})

test('a listing that waits is not waited for, robots.txt is answered, and the listing when it is there', async () => {
  fallSilent()
  const listing = createListing(site(), console.warn, 50)
  const ask = async (target: string) => listing({ method: 'GET', target, headers: {} })
  try {
    await expect.poll(async () => (await ask('/robots.txt'))?.status).toBe(200)
    const first = await ask('/sitemap.xml')
    expect(first).toMatchObject({ status: 503, headers: { 'retry-after': expect.anything() } })
    speakAgain()
    await expect.poll(async () => (await ask('/sitemap.xml'))?.status).toBe(200)
    expect((await ask('/robots.txt'))?.status).toBe(200)
  } finally {
    await listing.close()
  }
})

for (const { what, over, says } of [
  { what: 'a folder of assets that is not there', over: { assets: 'none' }, says: 'none' },
  {
    what: 'a shell that is not there',
    over: { pages: { '/': { shell: 'none.html', app: 'app.js' } } },
    says: '"shell" is',
  },
  {
    what: 'a file of engines that is not there',
    over: { pages: { '/old/': { site: '.' } }, adopt: { engines: 'none.json' } },
    says: '"adopt.engines" is',
  },
]) {
  test(`${what} ends the start and its process, whichever tiers there are`, async () => {
    const sockets = new Set<Socket>()
    const deaf = createServer((socket) => sockets.add(socket.on('error', () => undefined)))
    await new Promise<void>((resolve) => deaf.listen(0, '127.0.0.1', resolve))
    const { port } = deaf.address() as AddressInfo
    for (const [tier, settings] of Object.entries({
      'no tier': {},
      'a Redis that never replies': { redis: { url: `redis://127.0.0.1:${port}` } },
      'a Redis that is not there': { redis: { url: 'redis://127.0.0.1:1' } },
    })) {
      const file = join(folder, 'hashbang.config.mjs')
      const config = { ...site(), host: '127.0.0.1', port: 0, ...settings, ...over }
      writeFileSync(file, `export default ${JSON.stringify(config)}`)
      const { code, stderr } = await hashbang(['serve', '-c', file], folder)
      expect([2, 3], `${tier}: ${stderr}`).toContain(code)
      expect(stderr, tier).toContain(says)
    }
    for (const socket of sockets) socket.destroy()
    deaf.close()
  })
}
