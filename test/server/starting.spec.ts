/** A server's behavior while its workers wait for an event that never comes. */
import { cpSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { startServer } from '../../dist/server/serve/start/start-server.js'
import { project } from '../project.ts'

let folder: string
test.beforeAll(() => {
  folder = project({}, 'silent')
  cpSync(join(import.meta.dirname, '../fixtures/silent'), folder, { recursive: true })
})

const fallSilent = () => writeFileSync(join(folder, 'silent'), '')
const speakAgain = () => rmSync(join(folder, 'silent'))

const site = () => ({
  origin: 'http://silent.test',
  pages: { '/': { shell: join(folder, 'index.html'), app: join(folder, 'app.js') } },
  workers: 1,
})

test('without a ready worker, requests and /readyz return 503 in time, and robots.txt is answered', async () => {
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
