/** The demo as processes: what `npm start` and `npm run dev` answer, and how they end. */
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { expect, test } from '@playwright/test'
import { type Demo, startDemo, startDevServer } from './server.ts'

const AJAX = 'a mythical Greek hero; a warrior who fought against Troy in the Iliad'

let demo: Demo
test.beforeAll(async () => {
  demo = await startDemo()
})
test.afterAll(async () => {
  await demo.close()
  expect(demo.process.exitCode).toBe(0)
})

const ask = (path: string) => fetch(demo.origin + path, { redirect: 'manual' })

test('serves the app with the fragment tag, its files for good, and the API that it asks', async () => {
  const shell = await (await ask('/')).text()
  expect(shell).toContain('<meta name="fragment" content="!">')
  for (const file of readdirSync('demo/dist/client/assets').filter((name) =>
    /\.(?:js|css)$/.test(name),
  ))
    expect((await ask(`/assets/${file}`)).headers.get('cache-control')).toBe(
      'public, max-age=31536000, immutable',
    )
  expect((await ask('/nothing.txt')).status).toBe(404)
  const word = await ask('/api/word?lemma=ajax')
  expect(await word.json()).toMatchObject({ key: 'ajax', lemma: 'Ajax' })
})

test('both addresses that it prints answer; the ugly one has the word, its links and no script', async () => {
  expect(demo.pretty).toBe(`${demo.origin}/#!/word/ajax`)
  expect((await fetch(demo.pretty)).status).toBe(200)
  const response = await fetch(demo.ugly)
  expect(response.status).toBe(200)
  const html = await response.text()
  expect(html).toContain(AJAX)
  expect(html).toContain('href="#!/word/mythical%20being"')
  expect(html).toContain(`<link rel="canonical" href="${demo.pretty}">`)
  expect(html).not.toMatch(/<script|name="fragment"/)
})

test('ends by itself when it is interrupted', async () => {
  const own = await startDemo({ ORIGIN: 'https://lexicon.example' })
  expect(own.origin).toBe('https://lexicon.example')
  const ended = once(own.process, 'exit')
  own.process.kill('SIGINT')
  expect(await ended).toEqual([0, null])
})

test('the dev server answers with the app, its API and its snapshots', async () => {
  const dev = await startDevServer()
  try {
    const get = async (path: string) => (await fetch(dev.origin + path)).text()
    expect(await get('/')).toContain('/main.ts')
    expect(await get('/api/word?lemma=ajax')).toContain(AJAX)
    expect(await get('/?_escaped_fragment_=/word/ajax')).toContain(AJAX)
  } finally {
    await dev.close()
  }
})
