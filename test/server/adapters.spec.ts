/**
 * One suite over every server that the handler is mounted in, each as its own documentation mounts a middleware: what is a
 * page's is answered alike in all, what is not goes on to the rest of the app untouched.
 */
import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { type HttpBindings, serve } from '@hono/node-server'
import { expect, test } from '@playwright/test'
import connect from 'connect'
import express from 'express'
import fastify from 'fastify'
import { Hono } from 'hono'
import Koa from 'koa'
import { createHandler, type Site, toFetch, toNode } from '../../dist/server/index.js'
import { embeddedConfig } from '../fixtures/site/site.ts'

type Ask = (path: string, init?: RequestInit) => Promise<Response>

interface Mounted {
  readonly ask: Ask
  close(): Promise<void>
}

const echo = async (request: IncomingMessage): Promise<string> =>
  `the app's own: ${request.method} ${await text(request)}`

async function listening(server: Server): Promise<Mounted> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    ask: (path, init) => fetch(`http://127.0.0.1:${port}${path}`, { redirect: 'manual', ...init }),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

const ofListener = (listener: RequestListener) => listening(createServer(listener))

const mounts: Record<string, (site: Site) => Promise<Mounted>> = {
  'node:http': (site) => {
    const snapshots = toNode(site)
    return ofListener((req, res) => snapshots(req, res, async () => void res.end(await echo(req))))
  },
  'Express 5': (site) => {
    const app = express()
    app.use(toNode(site))
    app.use(async (req, res) => {
      res.send(await echo(req))
    })
    return ofListener(app)
  },
  'Express 5, below a path of its own': (site) => {
    const app = express()
    app.use(/^\/.*/, toNode(site))
    app.use(async (req, res) => {
      res.send(await echo(req))
    })
    return ofListener(app)
  },
  Connect: (site) => {
    const app = connect()
    app.use(toNode(site))
    app.use(async (req, res) => void res.end(await echo(req)))
    return ofListener(app)
  },
  Fastify: async (site) => {
    const snapshots = toNode(site)
    const app = fastify()
    app.addHook('onRequest', (request, reply, done) => snapshots(request.raw, reply.raw, done))
    app.removeAllContentTypeParsers()
    app.addContentTypeParser('*', (_request, _payload, done) => done(null))
    app.all('*', (request) => echo(request.raw))
    await app.ready()
    return listening(app.server)
  },
  Koa: (site) => {
    const app = new Koa()
    app.use(async (ctx, next) => {
      const { method, originalUrl: target, headers } = ctx
      const response = await site({ method, target, headers })
      if (response === null) return next()
      ctx.status = response.status
      ctx.body = response.body
      ctx.set(response.headers)
    })
    app.use(async (ctx) => {
      ctx.body = await echo(ctx.req)
    })
    return ofListener(app.callback())
  },
  'Hono on Node': async (site) => {
    const snapshots = toFetch(site)
    const app = new Hono<{ Bindings: HttpBindings }>()
    app.use(async ({ req }, next) => (await snapshots(req.raw)) ?? next())
    app.all('*', async ({ env, text: answer }) => answer(await echo(env.incoming)))
    const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }) as Server
    await new Promise((resolve) => server.once('listening', resolve))
    const { port } = server.address() as AddressInfo
    return {
      ask: (path, init) =>
        fetch(`http://127.0.0.1:${port}${path}`, { redirect: 'manual', ...init }),
      close: () => new Promise((resolve) => server.close(() => resolve())),
    }
  },
  'Web fetch': async (site) => {
    const snapshots = toFetch(site)
    return {
      async ask(path, init) {
        const request = new Request(`http://127.0.0.1${path}`, init)
        return (
          (await snapshots(request)) ??
          new Response(`the app's own: ${request.method} ${await request.text()}`)
        )
      },
      close: async () => undefined,
    }
  },
}

const PLAIN = { 'accept-encoding': 'identity' }
const ugly = (state: string) => `/?_escaped_fragment_=${encodeURIComponent(state)}`

const cases: {
  what: string
  path: string
  init?: RequestInit
  status: number
  headers?: Record<string, string>
  body: RegExp
}[] = [
  {
    what: 'the app',
    path: '/',
    status: 200,
    headers: { 'cache-control': 'no-cache' },
    body: /<script type="module"/,
  },
  {
    what: 'a snapshot',
    path: ugly('/items/1'),
    status: 200,
    headers: {
      link: '<http://a.test/#!/items/1>; rel="canonical"',
      vary: 'Accept-Encoding',
      'content-type': 'text/html; charset=utf-8',
    },
    body: /<h1 title="1">Item 1<\/h1>/,
  },
  {
    what: 'a state beyond ASCII',
    path: ugly('/items/日本'),
    status: 200,
    headers: { link: '<http://a.test/#!/items/%E6%97%A5%E6%9C%AC>; rel="canonical"' },
    body: /Item 日本/,
  },
  {
    what: 'a state with a plus and a slash in its value',
    path: '/?_escaped_fragment_=/search?q=a+b%252F',
    status: 200,
    body: /Search a\+b\//,
  },
  {
    what: 'the query of the page',
    path: '/?a=1+1&_escaped_fragment_=/items/1',
    status: 200,
    headers: { link: '<http://a.test/?a=1+1#!/items/1>; rel="canonical"' },
    body: /Item 1/,
  },
  { what: 'an element', path: ugly('/element/x'), status: 200, body: /An element says x/ },
  {
    what: 'HEAD',
    path: ugly('/items/1'),
    init: { method: 'HEAD' },
    status: 200,
    headers: { 'content-type': 'text/html; charset=utf-8' },
    body: /^$/,
  },
  {
    what: 'a redirect',
    path: ugly('/old'),
    status: 301,
    headers: { location: 'http://a.test/#!/items/1' },
    body: /^$/,
  },
  {
    what: 'a state that there is not',
    path: ugly('/nope'),
    status: 404,
    headers: { 'cache-control': 'no-store' },
    body: /Nothing here/,
  },
  { what: 'a state that is gone', path: ugly('/gone'), status: 410, body: /Nothing here/ },
  { what: 'a state that is too long', path: ugly('x'.repeat(3000)), status: 414, body: /too long/ },
  {
    what: 'two tokens',
    path: '/?_escaped_fragment_=a&_escaped_fragment_=b',
    status: 400,
    body: /more than once/,
  },
  {
    what: 'a token in a path of the app, by another method',
    path: '/other?_escaped_fragment_=a',
    init: { method: 'PUT', body: 'told' },
    status: 200,
    body: /^the app's own: PUT told$/,
  },
  {
    what: 'another method',
    path: ugly('/items/1'),
    init: { method: 'POST', body: 'x' },
    status: 405,
    headers: { allow: 'GET, HEAD' },
    body: /GET or HEAD/,
  },
  {
    what: 'a tag that the client has',
    path: ugly('/items/1'),
    init: { headers: { ...PLAIN, 'if-none-match': '*' } },
    status: 304,
    headers: { vary: 'Accept-Encoding' },
    body: /^$/,
  },
  { what: "the rest of the app's", path: '/other', status: 200, body: /^the app's own: GET $/ },
  {
    what: "the rest of the app's, with a body",
    path: '/other',
    init: { method: 'POST', body: 'told' },
    status: 200,
    body: /^the app's own: POST told$/,
  },
]

let site: Site
test.beforeAll(async () => {
  site = await createHandler(embeddedConfig)
})
test.afterAll(() => site.close())

for (const [name, mount] of Object.entries(mounts)) {
  test.describe(name, () => {
    let mounted: Mounted
    test.beforeAll(async () => {
      mounted = await mount(site)
    })
    test.afterAll(() => mounted.close())

    for (const { what, path, init, status, headers = {}, body } of cases) {
      test(`${name}: ${what}`, async () => {
        const response = await mounted.ask(path, { headers: PLAIN, ...init })
        expect(response.status).toBe(status)
        expect(Object.fromEntries(response.headers)).toMatchObject(headers)
        expect(await response.text()).toMatch(body)
      })
    }

    test(`${name}: encoded, with a tag of its own that gives 304`, async () => {
      const accept = { 'accept-encoding': 'br' }
      const { headers } = await mounted.ask(ugly('/big'), { headers: accept })
      expect(headers.get('content-encoding')).toBe('br')
      const etag = headers.get('etag') ?? ''
      expect(etag).toMatch(/-br"$/)
      const again = await mounted.ask(ugly('/big'), {
        headers: { ...accept, 'if-none-match': etag },
      })
      expect(again.status).toBe(304)
    })
  })
}

const wholes: Record<string, (site: Site) => Promise<Mounted>> = {
  'node:http': (site) => ofListener((req, res) => site.all(req, res)),
  'Express 5': (site) =>
    ofListener(
      express()
        .use(site.all)
        .use((req, res) => void echo(req).then((text) => res.send(text))),
    ),
}

for (const [name, mount] of Object.entries(wholes)) {
  test(`${name}: a server of one's own answers all that \`hashbang serve\` does`, async () => {
    const mounted = await mount(site)
    const ask = async (path: string, init?: RequestInit) => {
      const response = await mounted.ask(path, init)
      return [response.status, await response.text()] as const
    }
    try {
      expect(await ask('/healthz')).toEqual([200, 'It runs.\n'])
      expect(await ask('/readyz')).toEqual([200, 'It is ready.\n'])
      expect(await ask('/robots.txt')).toEqual([200, expect.stringMatching(/^User-agent: /m)])
      expect(await ask('/sitemap.xml')).toEqual([200, expect.stringContaining('<urlset')])
      expect(await ask(ugly('/items/1'))).toEqual([200, expect.stringContaining('Item 1')])
      const css = readFileSync(join(embeddedConfig.assets ?? '', 'assets/app.css'), 'utf8')
      expect(await ask('/assets/app.css')).toEqual([200, css])
      const others = [
        await ask('/other'),
        await ask('/other?_escaped_fragment_=a'),
        await ask('/assets/app.css?_escaped_fragment_='),
        await ask('/other', { method: 'POST', body: 'told' }),
      ]
      if (name === 'node:http')
        expect(others.map(([status]) => status)).toEqual([404, 404, 404, 405])
      else
        expect(others).toEqual([
          [200, "the app's own: GET "],
          [200, "the app's own: GET "],
          [200, "the app's own: GET "],
          [200, "the app's own: POST told"],
        ])
    } finally {
      await mounted.close()
    }
  })
}

test('an answer that cannot be written is a 500 with its cause told, and the server goes on', async () => {
  const told: string[] = []
  const onError = (error: unknown) => told.push(String(error))
  const bad = { status: 200, headers: { 'x-bad': 'a\r\nb' }, body: Buffer.from('x') }
  const wrong = { status: 9999, headers: {}, body: Buffer.from('x') }
  for (const response of [bad, wrong]) {
    for (const handler of [() => response, async () => response]) {
      const node = await ofListener(toNode(handler, onError))
      expect((await node.ask('/')).status).toBe(500)
      expect((await node.ask('/')).status).toBe(500)
      await node.close()
    }
  }
  for (const handler of [() => bad, async () => bad]) {
    const answer = await toFetch(handler, onError)(new Request('http://a.test/'))
    expect(answer?.status).toBe(500)
  }
  const rejects = await ofListener(toNode(() => Promise.reject(new Error('broken')), onError))
  expect((await rejects.ask('/')).status).toBe(500)
  await rejects.close()
  expect(told).toHaveLength(11)
  expect(told.join()).toMatch(/Invalid character in header|9999|broken/)
})
