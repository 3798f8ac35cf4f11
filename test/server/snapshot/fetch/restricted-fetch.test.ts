/** Redirected responses have the fields that a page can read, and an abort reaches each body. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect } from '@playwright/test'
import { allowedFetch } from '../../../../server/snapshot/fetch/restricted-fetch.ts'
import { siteFetch } from '../../../../server/snapshot/fetch/site-fetch.ts'
import { suite } from '../../../run/suite.ts'

const test = suite('restricted-fetch')

test('a response and its clones have the right value of redirected', async () => {
  const send = async (input: string | URL | Request) =>
    new URL((input as Request).url).pathname === '/from'
      ? new Response(null, { status: 302, headers: { location: '/to' } })
      : new Response('here')
  const fetch = allowedFetch(send, 'https://a.test/', new Set())
  const [moved, direct] = [await fetch('/from'), await fetch('/to')]
  expect([moved.redirected, moved.clone().redirected, direct.redirected]).toEqual([
    ...[true, true, false],
  ])
  expect(await moved.text()).toBe('here')
})

setFlagsFromString('--expose-gc')
const collect: () => void = runInNewContext('gc')

async function tasks(act: () => void = () => undefined): Promise<void> {
  for (let count = 0; count < 10; count++) {
    await setImmediate()
    act()
  }
}

test('an abort ends a body that stays open, after Node has freed the requests', async () => {
  const server = createServer((_, response) => response.writeHead(200).write('news'))
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  const foreign = `http://127.0.0.1:${port}`
  const site = siteFetch([], 'https://a.test', fetch)
  const abort = new AbortController()
  const restricted = allowedFetch(site, 'https://a.test/', new Set([foreign]))
  const { body } = await restricted(`${foreign}/stream`, { signal: abort.signal })
  const ends: string[] = []
  new Response(body).text().catch((error: Error) => ends.push(error.name))
  await tasks(collect)
  abort.abort()
  await tasks()
  server.closeAllConnections()
  server.close()
  expect(ends).toEqual(['AbortError'])
})
