/** The demo as a process: what it answers, how it ends. */
import { once } from 'node:events'
import { expect, test } from '@playwright/test'
import { type Demo, startDemo } from './server.ts'

let demo: Demo

test.beforeAll(async () => {
  demo = await startDemo()
})

test.afterAll(async () => {
  await demo.close()
  expect(demo.process.exitCode).toBe(0)
})

const ask = (path: string, init?: RequestInit) =>
  fetch(demo.origin + path, { redirect: 'manual', ...init })

const ugly = (state: string) => ask(`/?_escaped_fragment_=${state}`)

test('serves the app with the fragment tag, and its files for good', async () => {
  const shell = await (await ask('/')).text()
  expect(shell).toContain('<meta name="fragment" content="!">')
  const script = /src="(\/assets\/[^"]+\.js)"/.exec(shell)?.[1] ?? ''
  expect((await ask(script)).headers.get('cache-control')).toBe(
    'public, max-age=31536000, immutable',
  )
  expect((await ask('/nothing.txt')).status).toBe(404)
})

test('answers a word with its senses and no script', async () => {
  const response = await ugly('/word/ajax')
  const html = await response.text()
  expect(response.status).toBe(200)
  expect(html).toContain('a mythical Greek hero; a warrior who fought against Troy in the Iliad')
  expect(html).toContain('href="#!/word/mythical%20being"')
  expect(html).toContain(`<link rel="canonical" href="${demo.origin}/#!/word/ajax">`)
  expect(html).not.toMatch(/<script|name="fragment"/)
})

for (const [state, target] of [
  ['AJAX', '/word/ajax'],
  ['/word/AJAX', '/word/ajax'],
  ['/word/Na%C3%AFve_Art', '/word/naive%20art'],
] as const) {
  test(`sends ${state} to the one address of the word`, async () => {
    const response = await ugly(state)
    expect(response.status).toBe(301)
    expect(response.headers.get('location')).toBe(`${demo.origin}/#!${target}`)
  })
}

for (const state of [
  '/word/zzzz',
  '/nope/x',
  'zzzz',
  '/browse/a?page=9999',
  '/browse/a?page=0',
  '/browse/aa',
  'pos=pronoun',
  '/search?q=ajax%26page=9',
]) {
  test(`knows nothing under ${state}`, async () => {
    expect((await ugly(state)).status).toBe(404)
  })
}

test('says what may have been meant by a slip of the pen', async () => {
  const html = await (await ugly('/word/recieve')).text()
  const first = /class="suggested"><li><a href="([^"]+)"/.exec(html)
  expect(first?.[1]).toBe('#!/word/receive')
})

test('answers the API that the browser asks', async () => {
  const response = await ask('/api/word?lemma=ajax')
  expect(await response.json()).toMatchObject({ key: 'ajax', lemma: 'Ajax' })
})

test('names a port that is none, and what a port is', async () => {
  await expect(startDemo({ PORT: '80a' })).rejects.toThrow(
    /PORT="80a".*"port" is NaN: it must be a port from 0 to 65535, such as 3000/s,
  )
})

test('ends by itself when it is interrupted', async () => {
  const own = await startDemo({ ORIGIN: 'https://lexicon.example' })
  expect(own.origin).toBe('https://lexicon.example')
  const ended = once(own.process, 'exit')
  own.process.kill('SIGINT')
  expect(await ended).toEqual([0, null])
})
