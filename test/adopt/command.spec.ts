/**
 * `hashbang adopt`: from a folder, or from where the app runs, to right snapshots, by one command
 * and nothing else.
 */

import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import sirv from 'sirv'
import { hashbang } from '../tools/command.ts'
import { APPS, type App, writeApp } from './apps.ts'
import { expect, test } from './fixtures.ts'

const appOf = (name: string): App => APPS[name] as App
const textOf = async (url: string | URL) => (await fetch(url)).text()

test('the command serves an unmodified app of a folder, with snapshots of its states', async ({
  adopt,
}, info) => {
  const folder = info.outputPath('empty')
  writeApp(appOf('vue'), join(folder, 'site'))
  writeApp({ files: { 'robots.txt': 'User-agent: *\nAllow: /\n' } }, join(folder, 'site'))
  const { pretty, ugly, lines, log } = await adopt(['./site', '--no-compare'], folder)
  expect(lines[0], log()).toBe('./site is adopted: states begin with #/')
  expect(pretty).toMatch(/^http:\/\/localhost:\d+\/#\/phones\/nexus$/)
  expect(ugly).toMatch(/\/\?_escaped_fragment_=\/phones\/nexus$/)
  const answer = await fetch(ugly)
  expect(answer.status).toBe(200)
  const html = await answer.text()
  expect(html).toContain('<h1>Nexus S</h1><p>Fast just got faster with Nexus S.</p>')
  expect(html).toContain('<title>Nexus S</title>')
  expect(html).not.toContain('<script')
  // People get the app as it is.
  expect(await textOf(pretty)).toBe(appOf('vue').files['index.html'])
  const script = await fetch(new URL('/app.js', pretty))
  expect(script.headers.get('content-type')).toContain('javascript')
  expect((await fetch(new URL('/nothing.js', pretty))).status).toBe(404)
  expect(await textOf(new URL('/robots.txt', pretty))).toContain('Allow: /')
  // It is there when the states have been found.
  const sitemap = async () => {
    const { status, headers } = await fetch(new URL('/sitemap.xml', pretty))
    return [status, headers.get('content-type')]
  }
  await expect.poll(sitemap).toEqual([200, 'application/xml'])
})

test('the command adopts an app by its URL, and forwards other requests to that app', async ({
  adopt,
  listen,
}, info) => {
  const folder = info.outputPath('site')
  writeApp(appOf('angularjs'), folder)
  // More than one read of a socket brings.
  appendFileSync(join(folder, 'phones.json'), ' '.repeat(1e6))
  const files = sirv(folder, { dev: true })
  const upstream = await listen((req, res) => {
    if (req.method !== 'POST') return files(req, res)
    res.write(`${req.url} `)
    req.pipe(res)
  })
  const { origin, pretty, log } = await adopt([`${upstream.origin}/`, '--no-compare'], folder)
  expect(pretty, log()).toMatch(/#!\/phones/)
  expect(await textOf(`${origin}/?_escaped_fragment_=/phones/xoom`)).toContain(
    'The Next, Next Generation tablet.',
  )
  expect(log()).not.toContain('"type":"warning"')
  expect(await textOf(`${origin}/detail.html`)).toBe(appOf('angularjs').files['detail.html'])
  const answer = await fetch(`${origin}/api?x=1`, { method: 'POST', body: 'hello' })
  expect(await answer.text()).toBe('/api?x=1 hello')
  upstream.server.close()
  upstream.server.closeAllConnections()
  expect((await fetch(`${origin}/detail.html`)).status).toBe(502)
})

test(
  'a first page that is not ready within --deadline has its reason in the log',
  {
    tag: '@nightly',
  },
  async ({ adopt }, info) => {
    const folder = info.outputPath('late')
    const index = '<!doctype html><title>Late</title><script>window.prerenderReady = false</script>'
    writeApp({ files: { 'index.html': index } }, folder)
    // It makes no difference whether states are known before.
    for (const flags of [[], ['--states', '#!']]) {
      const args = ['.', '--no-compare', '--deadline', '2000', ...flags]
      const { lines, log, logged } = await adopt(args, folder)
      expect(lines.at(-1)).toContain('cannot be rendered; the log above')
      await logged(/window.prerenderReady to become true/)
      // The time that is left, and the longer time for the first page of a worker, once the page
      // has begun.
      expect(Number(/had no page after (\d+) ms/.exec(log())?.[1])).toBeLessThanOrEqual(4000)
    }
  },
)

/**
 * Each is found by another part of the command. The faults of folders are in the units of its
 * configuration.
 */
const FAULTS = [
  [['./nowhere'], '"./nowhere" is no folder'],
  [['http://a.test/', '--port', '0', '--readable', 's'], '"s"'],
  [
    ['.', '--report', 'r.html', '--limit', '9'],
    'Cannot serve with --report, --limit: only --check uses it',
  ],
  [['.', '--states', 'x'], "argument 'x' is invalid"],
  [['.', '--log-level', 'loud'], "argument 'loud' is invalid"],
] as const

test('a wrong argument ends the command with exit code 2 and a message', async ({
  baseURL: _,
}, info) => {
  const folder = info.outputPath('folder')
  writeApp({ files: { 'readme.txt': '' } }, folder)
  await Promise.all(
    FAULTS.map(async ([args, part]) => {
      const { code, stderr } = await hashbang(['adopt', ...args], folder)
      expect([code, stderr]).toEqual([2, expect.stringContaining(part)])
    }),
  )
})
