/**
 * A handler inside of Express does what a server of its own does: one suite over `startServer` and `createHandler`, two servers
 * of each that share a Redis. Settings that a handler cannot follow end the start.
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from '@playwright/test'
import express from 'express'
import { type Config, createHandler, startServer } from '../../dist/server/index.js'
import { type Redis, startRedis } from '../fixtures/site/redis.ts'
import {
  type Backend,
  embeddedConfig,
  siteConfig,
  startBackend,
  uglyUrl,
} from '../fixtures/site/site.ts'
import { needsProgram } from '../run/programs.ts'

const TOKEN = 'a token of the tests alone'

interface Node {
  readonly url: string
  close(): Promise<unknown>
}

const ways: Record<string, (more: Partial<Config>) => Promise<Node>> = {
  async startServer(more) {
    const server = await startServer({ ...siteConfig, ...more }, { observers: [] })
    return { url: `http://127.0.0.1:${server.port}`, close: () => server.stop() }
  },
  async 'createHandler in Express'(more) {
    const site = await createHandler({ ...embeddedConfig, ...more }, { observers: [] })
    const app = express().use(express.json()).use(site.all)
    const server = createServer(app)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    return {
      url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      async close() {
        server.closeAllConnections()
        server.close()
        await site.close()
      },
    }
  },
}

test.describe('two servers that share a Redis', () => {
  needsProgram('redis-server')
  let redis: Redis
  let backend: Backend
  test.beforeAll(async () => {
    redis = await startRedis()
    backend = await startBackend()
  })
  test.afterAll(async () => {
    await redis.stop()
    await backend.close()
  })

  for (const [way, start] of Object.entries(ways)) {
    test(`${way}: a purge by one is complete when both have forgotten`, async () => {
      const more = {
        origin: `http://${way.length}.test`,
        shared: { redis: redis.url, purgeToken: TOKEN },
        monitoring: { metrics: '/figures' },
        limits: { deadline: 60_000 },
      }
      const nodes = await Promise.all([start(more), start(more)])
      const [one, other] = nodes as [Node, Node]
      const made = () => backend.count('/asked/1')
      const ask = async ({ url }: Node, state = '/asked/1') =>
        (await fetch(uglyUrl(url, state))).status
      const purge = (token: string, body: object) =>
        fetch(`${one.url}/_hashbang/purge`, {
          method: 'POST',
          headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
          body: JSON.stringify(body),
        })
      // A server writes a page to Redis after it has answered: one that is asked at once may render it, too.
      let id = 1
      const rendersOfBoth = async () => {
        id += 1
        const statuses = [await ask(one, `/asked/${id}`), await ask(other, `/asked/${id}`)]
        return [...statuses, backend.count(`/asked/${id}`)]
      }
      await expect.poll(rendersOfBoth).toEqual([200, 200, 1])
      expect(await ask(one)).toBe(200)
      expect((await purge('another token', { all: true })).status).toBe(401)
      for (const which of [{ state: '/asked/1' }, { prefix: '/asked' }, { all: true }]) {
        const known = made()
        const purged = await purge(TOKEN, which)
        expect([purged.status, await purged.json()]).toEqual([
          200,
          { count: expect.any(Number), complete: true },
        ])
        expect(await ask(other)).toBe(200)
        expect(made()).toBe(known + 1)
      }
      const figures = await (await fetch(`${other.url}/figures`)).text()
      expect(figures).toContain('hashbang_answers_total{source="rendered",status="200"}')
      await redis.stop()
      redis = await startRedis([], redis.port)
      await Promise.all(nodes.map((node) => node.close()))
    })
  }
})

for (const [what, over, says] of [
  ['a Redis that is none', { shared: { redis: 'nonsense' } }, '"shared.redis" is (not shown)'],
  ['an unknown setting', { nonsense: 1 }, '"nonsense" is no setting'],
  ['an old setting', { maxAge: 1 }, 'write cache: { maxAge }'],
  ['a port', { port: 3000 }, '"port" is 3000: it is for a server that listens: use startServer'],
  ['a grace', { limits: { grace: 1 } }, '"limits.grace" is 1: it is for a server that listens'],
  ['a port of metrics', { monitoring: { metrics: 9090 } }, 'a handler opens no port: give a path'],
  ['an S3 bucket', { snapshots: 's3://a/b' }, '"snapshots" is "s3://a/b": it must be the folder'],
] as const) {
  test(`a handler with ${what} does not start, and says why`, async () => {
    await expect(createHandler({ ...embeddedConfig, ...over })).rejects.toThrow(says)
  })
}
