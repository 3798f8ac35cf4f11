/** A start that fails ends the process, whatever caused it and whichever tiers are configured: also a Redis that never replies. */
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { hashbang } from '../tools/command.ts'

// Inside the package, so that the app finds the package by its name.
const CACHE = join(import.meta.dirname, '../../.cache')

let folder: string
let deaf: Server
const sockets = new Set<Socket>()
let tiers: Record<string, object>

test.beforeAll(async () => {
  mkdirSync(CACHE, { recursive: true })
  folder = mkdtempSync(join(CACHE, 'failing-'))
  cpSync(join(import.meta.dirname, '../fixtures/silent'), folder, { recursive: true })
  deaf = createServer((socket) => sockets.add(socket.on('error', () => undefined)))
  await new Promise<void>((resolve) => deaf.listen(0, '127.0.0.1', resolve))
  const { port } = deaf.address() as AddressInfo
  tiers = {
    'no tier': {},
    'a Redis that never replies': { shared: { redis: `redis://127.0.0.1:${port}` } },
    'a Redis that is not there, and an export': {
      shared: { redis: 'redis://127.0.0.1:1' },
      snapshots: folder,
    },
  }
})
test.afterAll(async () => {
  for (const socket of sockets) socket.destroy()
  await new Promise((resolve) => deaf.close(resolve))
  rmSync(folder, { recursive: true, force: true })
})

const causes = [
  {
    what: 'a context that never comes',
    over: { limits: { startDeadline: 300 } },
    isSilent: true,
    says: '300 ms',
  },
  { what: 'a folder of assets that is not there', over: { assets: 'none' }, says: 'none' },
  {
    what: 'a shell that is not there',
    over: { pages: { '/': { shell: 'none.html', app: 'app.js' } } },
    says: '"shell" is',
  },
  {
    what: 'a file of engines that is not there',
    over: {
      pages: {
        '/': { shell: 'index.html', app: 'app.js' },
        '/old/': { site: '.', states: '#!' },
      },
      chromium: { engines: 'none.json' },
    },
    says: '"chromium.engines" is',
  },
] as const

for (const { what, over, says, ...cause } of causes) {
  test(`${what} ends the start, with every tier`, { tag: '@nightly' }, async () => {
    for (const [tier, settings] of Object.entries(tiers)) {
      const file = join(folder, 'hashbang.config.mjs')
      const config = {
        origin: 'http://a.test',
        pages: { '/': { shell: 'index.html', app: 'app.js' } },
        ...{ workers: 1, host: '127.0.0.1', port: 0 },
        ...settings,
        ...over,
      }
      writeFileSync(file, `export default ${JSON.stringify(config)}`)
      if ('isSilent' in cause) writeFileSync(join(folder, 'silent'), '')
      const { code, stderr } = await hashbang(['serve', '-c', file], folder)
      rmSync(join(folder, 'silent'), { force: true })
      expect([2, 3], `${tier}: ${stderr}`).toContain(code)
      expect(stderr, tier).toContain(says)
    }
  })
}
