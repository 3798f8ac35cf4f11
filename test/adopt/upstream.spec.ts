/** A site that runs on a server of its own is read from there, whatever the size of what it answers. */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from '@playwright/test'
import { createHandler } from 'hashbang-router/server'

/** More than one read of a socket brings. */
const WORDS = 200_000

const PAGE = `<!doctype html><title>T</title><body><p></p><script>
  const shown = document.querySelector('p')
  fetch('/words.json').then((answer) => answer.json()).then((words) => {
    shown.textContent = location.hash + ': ' + words.length + ' fetched'
    const request = new XMLHttpRequest()
    request.open('GET', '/words.json')
    request.onload = () => shown.append(', ' + JSON.parse(request.responseText).length + ' requested')
    request.send()
  })
</script>`

let upstream: Server

test.beforeAll(async () => {
  const words = JSON.stringify(Array(WORDS).fill('word'))
  upstream = createServer((request, response) => {
    const isWords = request.url === '/words.json'
    response.setHeader('content-type', isWords ? 'application/json' : 'text/html')
    response.end(isWords ? words : PAGE)
  })
  await new Promise<void>((resolve) => upstream.listen(0, '127.0.0.1', resolve))
})
test.afterAll(() => {
  upstream.closeAllConnections()
  return new Promise((resolve) => upstream.close(resolve))
})

test('large answers are read without a fault of the page', async () => {
  const warnings: unknown[] = []
  const { port } = upstream.address() as AddressInfo
  const site = await createHandler(
    {
      origin: 'http://site.test',
      pages: { '/': { site: `http://127.0.0.1:${port}/`, states: '#!/' } },
      workers: 1,
      limits: { deadline: 60_000 },
    },
    { observers: [(event) => event.type === 'warning' && warnings.push(event)] },
  )
  for (const state of ['/a', '/b']) {
    const target = `/?_escaped_fragment_=${state}`
    const answer = await site({ method: 'GET', target, headers: {} })
    expect(String(answer?.body)).toContain(`#!${state}: ${WORDS} fetched, ${WORDS} requested`)
  }
  expect(warnings).toEqual([])
  await site.close()
})

test('how states look is learned when the first page comes, and nothing is made before', {
  tag: '@nightly',
}, async () => {
  let how: 'down' | 'never ready' | 'well' = 'down'
  const late = createServer((_, response) => {
    if (how === 'down') response.statusCode = 503
    response.setHeader('content-type', 'text/html')
    const ready = `window.prerenderReady = ${how === 'well'}`
    const show = `document.querySelector('p').innerHTML = 'At ' + location.hash + ' <a href="#/b">b</a>'`
    response.end(`<!doctype html><title>T</title><body><p></p><script>${ready};${show}</script>`)
  })
  await new Promise<void>((resolve) => late.listen(0, '127.0.0.1', resolve))
  const warnings: string[] = []
  const site = await createHandler(
    {
      origin: 'http://site.test',
      pages: { '/': { site: `http://127.0.0.1:${(late.address() as AddressInfo).port}/` } },
      ...{ workers: 1, limits: { deadline: 10_000 } },
    },
    { observers: [(event) => event.type === 'warning' && warnings.push(...event.warnings)] },
  )
  const get = () => site({ method: 'GET', target: '/?_escaped_fragment_=/a', headers: {} })
  try {
    expect(site.statesOf('/')).toBe('#!')
    expect(warnings.join()).toContain('or set "states" of the page to')
    // Without its page nothing is answered at all.
    expect(await get()).toBeNull()
    how = 'never ready'
    await expect.poll(async () => (await get())?.status, { timeout: 90_000 }).toBe(503)
    how = 'well'
    // What has failed is not made again at once.
    await expect.poll(async () => (await get())?.status, { timeout: 90_000 }).toBe(200)
    const body = String((await get())?.body)
    expect(body).toContain('At #/a <a href="/?_escaped_fragment_=/b">b</a>')
    expect(site.statesOf('/')).toBe('#/')
  } finally {
    await site.close()
    late.closeAllConnections()
    await new Promise((resolve) => late.close(resolve))
  }
})
