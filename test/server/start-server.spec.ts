import { type AddressInfo, Server } from 'node:net'
import { expect, test } from '@playwright/test'
import {
  ConfigError,
  type RunningServer,
  type ServerConfig,
  type ServerEvent,
  type ServerParts,
  startServer,
} from 'hashbang-router/server'
import { siteConfig } from '../fixtures/site/site.ts'
import { freePort } from '../free-port.ts'

const { origin: _, ...config } = siteConfig
const running: RunningServer[] = []

async function start(over: Partial<ServerConfig> = {}, parts?: ServerParts) {
  const server = await startServer({ ...config, ...over }, parts)
  running.push(server)
  const ask = (path: string) => fetch(`http://127.0.0.1:${server.port}${path}`)
  return { server, ask, snapshot: (state: string) => ask(`/?_escaped_fragment_=${state}`) }
}

test.afterEach(async () => {
  await Promise.all(running.splice(0).map((one) => one.stop()))
})

/** One that nothing is asked of but what any answers. */
let plain: Awaited<ReturnType<typeof start>>
test.beforeAll(async () => {
  plain = await start()
  running.splice(0)
})
test.afterAll(() => plain.server.stop())

test('without an origin its pages are at localhost and the port that it got', async () => {
  const { server, snapshot } = plain
  expect(server.origin).toBe(`http://localhost:${server.port}`)
  expect(await (await snapshot('/')).text()).toContain(`href="${server.origin}/#!/"`)
})

test('what the owner adds is asked first, and what it passes on is answered by the site', async () => {
  const { ask, snapshot } = await start(
    {},
    {
      middleware: async () => (req, res, next) =>
        req.url === '/api/time' ? res.end('noon') : next(),
    },
  )
  expect(await (await ask('/api/time')).text()).toBe('noon')
  expect((await snapshot('/')).status).toBe(200)
  expect((await ask('/readyz')).status).toBe(200)
})

test('what the owner adds may throw: that request is cut off, its cause told, and the next one answered', async () => {
  const events: ServerEvent[] = []
  const { ask } = await start(
    {},
    {
      observers: [(event) => events.push(event)],
      middleware: () => (req, _res, next) => {
        if (req.url === '/api/broken') throw new Error('no table of times')
        next()
      },
    },
  )
  await expect(ask('/api/broken')).rejects.toThrow()
  expect(JSON.stringify(events)).toContain('no table of times')
  expect((await ask('/healthz')).status).toBe(200)
})

test('who asks before the site is open is answered once it is', async () => {
  const port = await freePort()
  let early: Promise<Response> | undefined
  await start(
    { port },
    {
      middleware() {
        early = fetch(`http://127.0.0.1:${port}/?_escaped_fragment_=/`)
        return (_req, _res, next) => next()
      },
    },
  )
  expect((await early)?.status).toBe(200)
})

test('who asks before the port of the metrics is taken is answered, too', async () => {
  const metrics = await freePort()
  const { listen } = Server.prototype
  let early: Promise<Response> | undefined
  let count = 0
  let second = () => {}
  Server.prototype.listen = function (this: Server, ...given: unknown[]) {
    const go = () => Reflect.apply(listen, this, given)
    if (++count === 1) {
      this.once('listening', () => {
        const { port } = this.address() as AddressInfo
        early = fetch(`http://127.0.0.1:${port}/?_escaped_fragment_=/`)
      })
      this.once('request', () => second())
      go()
    } else second = go
    return this
  }
  try {
    await start({ monitoring: { metrics } })
  } finally {
    Server.prototype.listen = listen
  }
  expect((await early)?.status).toBe(200)
})

test('a port in use is told before anything is opened', async () => {
  const { server } = plain
  let opened = false
  const second = startServer(
    { ...config, port: server.port },
    {
      middleware() {
        opened = true
        return (_req, _res, next) => next()
      },
    },
  )
  await expect(second).rejects.toThrow(
    `"port" is ${server.port}, and another program listens there`,
  )
  expect(opened).toBe(false)
})

test('a setting that cannot be used is named with its value', async () => {
  const wrong = startServer({ ...config, workers: 0, monitoring: { serverTiming: 'yes' as never } })
  await expect(wrong).rejects.toThrow(ConfigError)
  await expect(wrong).rejects.toThrow(/"workers" is 0.*"monitoring.serverTiming" is "yes"/s)
})

test('with `serverTiming` an answer says where it is from and how long that took; else nothing of it', async () => {
  const { snapshot, ask } = await start({ monitoring: { serverTiming: true } })
  const traceOf = ({ headers }: Response) => [
    headers.get('cache-status')?.replace(/ttl=\d+$/, 'ttl=N'),
    headers.get('server-timing')?.replace(/\d+\.\d\d$/, 'N'),
  ]
  expect(traceOf(await snapshot('/'))).toEqual([
    'hashbang; fwd=miss; stored; ttl=N',
    'hashbang;desc=rendered;dur=N',
  ])
  expect(traceOf(await snapshot('/'))).toEqual(['hashbang; hit; ttl=N', 'hashbang;desc=hit;dur=N'])
  expect(traceOf(await ask('/'))).toEqual([undefined, 'hashbang;desc=shell;dur=N'])
  expect(traceOf(await plain.snapshot('/'))).toEqual([undefined, undefined])
})
