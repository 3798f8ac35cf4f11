// One suite over every server that the handler is mounted in, each as its own documentation mounts
// a middleware. All respond alike to requests for pages. Other requests reach the rest of the app
// untouched.
import { readFileSync } from 'node:fs'
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { brotliDecompressSync } from 'node:zlib'
import { getRequestListener, type HttpBindings } from '@hono/node-server'
import { expect, test } from '@playwright/test'
import connect from 'connect'
import express from 'express'
import fastify from 'fastify'
import { Hono } from 'hono'
import Koa from 'koa'
import {
  createHandler,
  type NodeMiddleware,
  type Site,
  toFetch,
  toNode,
} from '../../dist/server/index.js'
import { embeddedConfig } from '../fixtures/site/site.ts'
import { listening } from '../listening.ts'

type Ask = (path: string, init?: RequestInit) => Promise<Response>

interface Mounted {
  readonly ask: Ask
  close(): Promise<void>
}

const echo = async (request: IncomingMessage): Promise<string> =>
  `the app's own: ${request.method} ${await text(request)}`

const ofListener = async (listener: RequestListener): Promise<Mounted> => {
  const { origin, close } = await listening(listener)
  return { close, ask: (path, init) => fetch(origin + path, { redirect: 'manual', ...init }) }
}

const sendEcho = async (req: IncomingMessage, res: ServerResponse) => void res.end(await echo(req))

async function ofFastify(middleware: NodeMiddleware): Promise<Mounted> {
  const app = fastify()
  app.addHook('onRequest', (request, reply, done) => middleware(request.raw, reply.raw, done))
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, _payload, done) => done(null))
  app.all('*', (request) => echo(request.raw))
  await app.ready()
  return ofListener((req, res) => app.routing(req, res))
}

const mounts: Record<string, (site: Site) => Promise<Mounted>> = {
  'node:http': (site) => {
    const snapshots = toNode(site)
    return ofListener((req, res) => snapshots(req, res, () => sendEcho(req, res)))
  },
  'Express 5': (site) => ofListener(express().use(toNode(site)).use(sendEcho)),
  'Express 5, below a path of its own': (site) =>
    ofListener(express().use(/^\/.*/, toNode(site)).use(sendEcho)),
  Connect: (site) => ofListener(connect().use(toNode(site)).use(sendEcho)),
  Fastify: (site) => ofFastify(toNode(site)),
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
  'Hono on Node': (site) => {
    const snapshots = toFetch(site)
    const app = new Hono<{ Bindings: HttpBindings }>()
    app.use(async ({ req }, next) => (await snapshots(req.raw)) ?? next())
    app.all('*', async ({ env, text: answer }) => answer(await echo(env.incoming)))
    return ofListener(getRequestListener(app.fetch))
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

/**
 * The requests that each server has to respond to as the handler does, which gets them too; and the
 * requests that reach the rest of the app.
 */
const CASES: Readonly<Record<string, readonly [path: string, status: number, init?: RequestInit]>> =
  {
    'the app': ['/', 200],
    'a snapshot': [ugly('/items/1'), 200],
    'a state beyond ASCII': [ugly('/items/日本'), 200],
    'a state with a plus and a slash in its value': [
      '/?_escaped_fragment_=/search?q=a+b%252F',
      200,
    ],
    'the query of the page': ['/?a=1+1&_escaped_fragment_=/items/1', 200],
    HEAD: [ugly('/items/1'), 200, { method: 'HEAD' }],
    'a redirect': [ugly('/old'), 301],
    'an unknown state': [ugly('/nope'), 404],
    'another method': [ugly('/items/1'), 405, { method: 'POST', body: 'x' }],
    'a tag that the client has': [ugly('/items/1'), 304, { headers: { 'if-none-match': '*' } }],
    'a page that is encoded': [ugly('/big'), 200, { headers: { 'accept-encoding': 'br' } }],
    "the rest of the app's": ['/other', 200],
    "the rest of the app's, with a body": ['/other', 200, { method: 'POST', body: 'told' }],
    'a token in a path of the app, by another method': [
      '/other?_escaped_fragment_=a',
      200,
      { method: 'PUT', body: 'told' },
    ],
  }

const TOKEN = 'a token of the tests alone'

let site: Site
let whole: Site
test.beforeAll(async () => {
  site = await createHandler(embeddedConfig)
  const more = { purgeToken: TOKEN, metrics: '/figures' }
  whole = await createHandler({ ...embeddedConfig, ...more })
})
test.afterAll(() => Promise.all([site.close(), whole.close()]))

for (const [name, mount] of Object.entries(mounts)) {
  test.describe(name, () => {
    let mounted: Mounted
    test.beforeAll(async () => {
      mounted = await mount(site)
    })
    test.afterAll(() => mounted.close())

    for (const [request, [path, status, init = {}]] of Object.entries(CASES)) {
      test(`${name}: ${request}`, async () => {
        const { method = 'GET', body } = init
        const headers = { ...PLAIN, ...(init.headers as Record<string, string>) }
        const response = await mounted.ask(path, { ...init, headers })
        const text = await response.text()
        expect(response.status).toBe(status)
        const target = new URL(path, 'http://a.test').href.slice('http://a.test'.length)
        const wanted = await site({ method, target, headers })
        if (path.startsWith('/other')) {
          expect(wanted).toBeNull()
          expect(text).toBe(`the app's own: ${method} ${body ?? ''}`)
          return
        }
        const { 'cache-control': _, 'content-length': __, ...rest } = wanted?.headers ?? {}
        expect(Object.fromEntries(response.headers)).toMatchObject({ ...rest })
        expect([wanted?.status, response.headers.has('cache-control')]).toEqual([status, true])
        // `fetch` decodes bodies that come over a connection.
        const whole = wanted?.body as Buffer
        const isEncoded = rest['content-encoding'] === 'br'
        const bodies = [whole, isEncoded ? brotliDecompressSync(whole) : whole].map(String)
        expect(method === 'HEAD' ? [''] : bodies).toContain(text)
      })
    }
  })
}

for (const [name, mount] of Object.entries({
  'node:http': () => ofListener((req, res) => whole.all(req, res)),
  // Any earlier middleware may have read the body.
  'Express 5': () => ofListener(express().use(express.json()).use(whole.all).use(sendEcho)),
  Fastify: () => ofFastify(whole.all),
})) {
  test(`${name}: a server of your own answers the same requests as \`hashbang serve\``, async () => {
    const mounted = await mount()
    const ask = async (path: string, init?: RequestInit) => {
      const response = await mounted.ask(path, init)
      return [response.status, await response.text()] as const
    }
    const purge = (token: string) =>
      ask('/_hashbang/purge', {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: '{"state":"/items/1"}',
      })
    const css = readFileSync(join(embeddedConfig.assets ?? '', 'assets/app.css'), 'utf8')
    for (const [path, body] of [
      ['/healthz', 'It runs.\n'],
      ['/readyz', 'It is ready.\n'],
      ['/robots.txt', expect.stringMatching(/^User-agent: /m)],
      ['/sitemap.xml', expect.stringContaining('<urlset')],
      [ugly('/items/1'), expect.stringContaining('Item 1')],
      ['/assets/app.css', css],
      ['/figures', expect.stringContaining('hashbang_answers_total{source="rendered"')],
    ] as const)
      expect(await ask(path)).toEqual([200, body])
    expect((await purge('another token'))[0]).toBe(401)
    expect(await purge(TOKEN)).toEqual([200, expect.stringContaining('"complete":true')])
    const others = [
      await ask('/other'),
      await ask('/other?_escaped_fragment_=a'),
      await ask('/assets/app.css?_escaped_fragment_='),
      await ask('/other', { method: 'PUT', body: 'told' }),
    ]
    if (name === 'node:http') expect(others.map(([status]) => status)).toEqual([404, 404, 404, 405])
    else
      expect(others).toEqual(
        ['GET ', 'GET ', 'GET ', 'PUT told'].map((it) => [200, `the app's own: ${it}`]),
      )
    await mounted.close()
  })
}

test('a response that cannot be written is a 500, its cause is reported, and the server goes on', async () => {
  const errors: string[] = []
  const onError = (error: unknown) => errors.push(String(error))
  const bad = { status: 200, headers: { 'x-bad': 'a\r\nb' }, body: Buffer.from('x') }
  const wrong = { status: 9999, headers: {}, body: Buffer.from('x') }
  for (const response of [bad, wrong]) {
    const node = await ofListener(toNode(async () => response, onError))
    expect((await node.ask('/')).status).toBe(500)
    expect((await node.ask('/')).status).toBe(500)
    await node.close()
  }
  const answer = await toFetch(async () => bad, onError)(new Request('http://a.test/'))
  expect(answer?.status).toBe(500)
  const rejects = await ofListener(toNode(() => Promise.reject(new Error('broken')), onError))
  expect((await rejects.ask('/')).status).toBe(500)
  await rejects.close()
  expect(errors).toHaveLength(6)
  expect(errors.join()).toMatch(/Invalid character in header|9999|broken/)
})
