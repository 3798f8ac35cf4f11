/**
 * A server in the user's own program, and a handler inside of another server: the added routes, the
 * refused settings, and the headers of responses.
 */
import { expect, test } from '@playwright/test'
import {
  createHandler,
  type RunningServer,
  type ServerConfig,
  type ServerEvent,
  type ServerParts,
  startServer,
} from 'hashbang-router/server'
import { embeddedConfig, siteConfig } from '../fixtures/site/site.ts'
import { freePort } from '../free-port.ts'
import { project } from '../project.ts'

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

/** A fake that gets no request but those that any fake can answer. */
let plain: Awaited<ReturnType<typeof start>>
test.beforeAll(async () => {
  plain = await start()
  running.splice(0)
})
test.afterAll(() => plain.server.stop())

test('without an origin the pages are at localhost and the port of the server', async () => {
  const { server, snapshot } = plain
  expect(server.origin).toBe(`http://localhost:${server.port}`)
  expect(await (await snapshot('/')).text()).toContain(`href="${server.origin}/#!/"`)
})

test('the middleware of the owner runs first, and next() passes a request to the site', async () => {
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

test('a middleware that throws or rejects fails for its request alone, and the error is reported', async () => {
  const events: ServerEvent[] = []
  const { ask } = await start(
    {},
    {
      observers: [(event) => events.push(event)],
      middleware: () => (req, _res, next) => {
        const error = new Error(`no table at ${req.url}`)
        if (req.url === '/api/throws') throw error
        if (req.url !== '/api/rejects') next()
        return req.url?.startsWith('/api/') && Promise.reject(error)
      },
    },
  )
  for (const [path, status] of [
    ['/api/throws', 500],
    ['/api/rejects', 500],
    ['/api/passed-on', 404],
    ['/healthz', 200],
  ] as const) {
    expect((await ask(path)).status).toBe(status)
    if (status !== 200) expect(JSON.stringify(events)).toContain(`no table at ${path}`)
  }
})

test('a request that arrives before the site is open waits until it is open', async () => {
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

test('a port in use is an error before the middleware is opened', async () => {
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
  await expect(second).rejects.toThrow(`"port" is ${server.port}, and another server listens there`)
  expect(opened).toBe(false)
})

test('a site that fails to open after its workers have started leaves no worker', async () => {
  const site = project({ 'index.html': '<!doctype html><title>Without a link</title>' })
  const workers = () =>
    process.getActiveResourcesInfo().filter((name) => name === 'ProcessWrap').length
  const before = workers()
  const observe = () => {
    if (workers() > before) throw new Error('the log is full')
  }
  const pages = { ...embeddedConfig.pages, '/old/': { site } }
  const opening = createHandler({ ...embeddedConfig, pages }, { observers: [observe] })
  await expect(opening).rejects.toThrow('the log is full')
  await expect.poll(workers).toBe(before)
})

test('a handler refuses the settings of a server that listens, with the reason', async () => {
  const handler = createHandler({ ...embeddedConfig, ...{ port: 3000 }, metrics: 9090 })
  await expect(handler).rejects.toThrow(
    /"port" is 3000: it is for a server that listens: use startServer/,
  )
  await expect(handler).rejects.toThrow('a handler opens no port: give a path')
})
