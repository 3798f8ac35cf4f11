/**
 * `hashbang adopt`: from a folder, or from where the app runs, to right snapshots, by one command and nothing else.
 */

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, test } from '@playwright/test'
import sirv from 'sirv'
import { APPS, writeApp } from './apps.ts'

const CLI = resolve('dist/server/cli/main.js')
const running: ChildProcess[] = []

test.afterEach(async () => {
  for (const one of running.splice(0)) {
    if (one.exitCode !== null) continue
    one.kill('SIGTERM')
    await once(one, 'exit')
  }
})

/** Starts the command. @returns The addresses that it prints, when it has printed both. */
async function adopt(cwd: string, ...args: readonly string[]) {
  // How fast a busy machine is, is not what is tested.
  const command = spawn(
    process.execPath,
    [CLI, 'adopt', '--no-compare', '--deadline', '60000', ...args],
    {
      cwd,
      env: { ...process.env, FORCE_COLOR: undefined, NO_COLOR: '1' },
    },
  )
  running.push(command)
  const lines: string[] = []
  const errors: string[] = []
  command.stderr.on('data', (chunk) => errors.push(String(chunk)))
  for await (const line of createInterface({ input: command.stdout })) {
    lines.push(line)
    if (/for people|the same without script/.test(line) && lines.length > 2) break
    if (/cannot be rendered/.test(line)) break
  }
  const address = (words: string) =>
    lines
      .find((line) => line.includes(words))
      ?.trim()
      .split(/\s+/)[0] ?? ''
  return {
    lines,
    errors,
    pretty: address('for people'),
    ugly: address('the same without script'),
    ended: once(command, 'exit'),
  }
}

test('from an empty folder to a right snapshot of an unmodified app', async ({
  baseURL: _,
}, info) => {
  const folder = info.outputPath('empty')
  writeApp(APPS.vue as (typeof APPS)[string], join(folder, 'site'))
  writeApp({ files: { 'robots.txt': 'User-agent: *\nAllow: /\n' } }, join(folder, 'site'))
  const { pretty, ugly, lines, errors } = await adopt(folder, './site', '--port', '0')
  expect(lines[0], errors.join('')).toBe('./site is adopted: states begin with #/')
  expect(pretty).toMatch(/^http:\/\/localhost:\d+\/#\/phones\/nexus$/)
  expect(ugly).toMatch(/\/\?_escaped_fragment_=\/phones\/nexus$/)
  const answer = await fetch(ugly)
  expect(answer.status).toBe(200)
  const html = await answer.text()
  expect(html).toContain('<h1>Nexus S</h1><p>Fast just got faster with Nexus S.</p>')
  expect(html).toContain('<title>Nexus S</title>')
  expect(html).not.toContain('<script')
  // People get the app as it is.
  const app = await fetch(pretty)
  expect(await app.text()).toBe(APPS.vue?.files['index.html'])
  expect((await fetch(new URL('/app.js', pretty))).headers.get('content-type')).toContain(
    'javascript',
  )
  expect((await fetch(new URL('/nothing.js', pretty))).status).toBe(404)
  const sitemap = await fetch(new URL('/sitemap.xml', pretty))
  expect([sitemap.status, sitemap.headers.get('content-type')]).toEqual([200, 'application/xml'])
  expect(await (await fetch(new URL('/robots.txt', pretty))).text()).toContain('Allow: /')
})

test('an app that runs elsewhere is adopted by its URL; what is none of its pages goes on to it', async ({
  baseURL: _,
}, info) => {
  const folder = info.outputPath('site')
  writeApp(APPS.angularjs as (typeof APPS)[string], folder)
  const files = sirv(folder, { dev: true })
  const posted: string[] = []
  const server = createServer((req, res) => {
    if (req.method === 'POST') {
      req.on('data', (chunk) => posted.push(`${req.url} ${chunk}`))
      req.on('end', () => res.end('taken'))
    } else files(req, res)
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  const close = async () => {
    server.closeAllConnections()
    await new Promise((closed) => server.close(closed))
  }
  try {
    const { ugly, pretty, errors } = await adopt(folder, url, '--port', '0')
    expect(pretty, errors.join('')).toMatch(/#!\/phones/)
    const { origin } = new URL(ugly)
    const detail = await fetch(`${origin}/?_escaped_fragment_=/phones/xoom`)
    expect(await detail.text()).toContain('The Next, Next Generation tablet.')
    expect(await (await fetch(`${origin}/detail.html`)).text()).toContain('{{phone.name}}')
    const answer = await fetch(`${origin}/api?x=1`, { method: 'POST', body: 'hello' })
    expect(await answer.text()).toBe('taken')
    expect(posted).toEqual(['/api?x=1 hello'])
    await close()
    expect((await fetch(`${origin}/detail.html`)).status).toBe(502)
  } finally {
    await close()
  }
})

// The same by configuration is in readable.spec.ts.
test(
  'states have paths and Markdown by one flag, and llms.txt names them',
  {
    tag: '@nightly',
  },
  async ({ baseURL: _ }, info) => {
    const folder = info.outputPath('paths')
    writeApp(APPS.vue as (typeof APPS)[string], join(folder, 'site'))
    const args = ['./site', '--port', '0', '--states', '#/', '--readable', '/s/']
    const { ugly, lines, errors } = await adopt(folder, ...args)
    expect(lines[0], errors.join('')).toBe('./site is adopted: states begin with #/')
    const { origin } = new URL(ugly)
    // Where the machine has much to do, a page may come too late, and then soon.
    const shows = (path: string, text: string) =>
      expect
        .poll(async () => (await fetch(origin + path)).text(), { timeout: 60_000 })
        .toContain(text)
    await shows('/s/phones/nexus', '<h1>Nexus S</h1>')
    await shows('/s/phones/nexus', `<link rel="canonical" href="${origin}/s/phones/nexus">`)
    await shows('/s/phones/xoom.md', '# Motorola XOOM')
    await shows('/llms.txt', `# Phones\n\n## home\n\n- [Phones](${origin}/s/!index.md)\n`)
    await shows('/llms.txt', `## /phones/\\*\n\n- [Nexus S](${origin}/s/phones/nexus.md)\n`)
  },
)

for (const [what, flags, tag] of [
  ['why a first page cannot be shown is said, after as long as --deadline says', [], []],
  ['the same is said where states are known before', ['--states', '#!'], ['@nightly']],
] as const) {
  test(what, { tag: [...tag] }, async ({ baseURL: _ }, info) => {
    const folder = info.outputPath('late')
    const index = '<!doctype html><title>Late</title><script>window.prerenderReady = false</script>'
    writeApp({ files: { 'index.html': index } }, folder)
    const given = ['.', '--port', '0', '--deadline', '2000', ...flags]
    const { lines, errors } = await adopt(folder, ...given)
    expect(lines.at(-1)).toContain('cannot be rendered; the log above')
    await expect.poll(() => errors.join('')).toContain('window.prerenderReady to become true')
    // What is left of it once the page is begun.
    expect(Number(/had no page after (\d+) ms/.exec(errors.join(''))?.[1])).toBeLessThanOrEqual(
      2000,
    )
  })
}

test(
  'states are listed by a file, where one is given',
  { tag: '@nightly' },
  async ({ baseURL: _ }, info) => {
    const folder = info.outputPath('listed')
    writeApp(APPS.vue as (typeof APPS)[string], join(folder, 'site'))
    writeApp({ files: { 'states.txt': '#/phones/xoom\n' } }, folder)
    const flags = ['./site', '--port', '0', '--states', '#/', '--states-file']
    const { ugly, errors } = await adopt(folder, ...flags, 'states.txt')
    expect(ugly, errors.join('')).toMatch(/_escaped_fragment_=/)
    const sitemap = await (await fetch(new URL('/sitemap.xml', ugly))).text()
    expect(sitemap.match(/<loc>[^<]*/g)).toEqual([expect.stringMatching(/\/phones\/xoom$/)])
  },
)

/** Each is found by another part of the command. The faults of folders are in the units of its configuration. */
const FAULTS = [
  [['./nowhere'], '"./nowhere" is no folder'],
  [['http://a.test/', '--port', '0', '--readable', 's'], '"s"'],
  [
    ['.', '--report', 'r.html', '--limit', '9'],
    'Cannot serve with --report, --limit: only --check uses it',
  ],
  [['.', '--states', 'x'], "argument 'x' is invalid"],
] as const

test('a fault of the caller ends the command, and is said with the fix', async ({
  baseURL: _,
}, info) => {
  const folder = info.outputPath('folder')
  writeApp({ files: { 'readme.txt': '' } }, folder)
  await Promise.all(
    FAULTS.map(async ([args, said]) => {
      const { errors, ended } = await adopt(folder, ...args)
      expect(await ended, said).toEqual([2, null])
      expect(errors.join('')).toContain(said)
    }),
  )
})
