/** The demo as a process: the responses of `npm start`, and its end. */
import { once } from 'node:events'
import { expect, test } from '@playwright/test'
import { type Demo, startDemo } from './server.ts'

const AJAX = 'a mythical Greek hero; a warrior who fought against Troy in the Iliad'

let demo: Demo
test.beforeAll(async () => {
  demo = await startDemo()
})
test.afterAll(async () => {
  await demo.close()
  expect(demo.process.exitCode).toBe(0)
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

test('starts without a warning', () => {
  expect(demo.errors).toEqual([])
})

test('ends by itself when it is interrupted', async () => {
  const own = await startDemo({ ORIGIN: 'https://lexicon.example' })
  expect(own.origin).toBe('https://lexicon.example')
  const ended = once(own.process, 'exit')
  own.process.kill('SIGINT')
  expect(await ended).toEqual([0, null])
})
