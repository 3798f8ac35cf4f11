/**
 * `hashbang verify` compares what people get with what crawlers get, on sites that are ours and on others. It takes over 20 s: each
 * test starts a Chromium of its own, as the command does.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { validateXML } from 'xmllint-wasm'
import type { Terminal } from '../../dist/server/cli/terminal.js'
import { urlsOf } from '../../dist/server/cli/verify-urls.js'
import { crawl } from '../../dist/server/tools/crawl/run.js'
import { verify } from '../../dist/server/tools/verify/run.js'
import { appSite, PLANTED } from '../fixtures/sites/app.ts'
import { type FixtureSite, serveSite } from '../fixtures/sites/site.ts'
import { hashbang } from './command.ts'

const settings = { sandbox: false, concurrency: 3, timeout: 60_000, pictures: 0 }

async function serveApp(planted: (n: number) => number | undefined): Promise<FixtureSite> {
  const site: FixtureSite = await serveSite(
    {},
    appSite(planted, () => site.origin),
  )
  return site
}

/** What stands for the others in `npm test`: each kind of difference is in test/server/adopted/compare/compare.test.ts as well. */
const FEW = ['a number', 'words that are hidden no more', 'a link more', 'a state for another']
const planted = PLANTED.map((_, at) => at)

for (const { which, numbers, tag } of [
  {
    which: 'some planted differences are',
    numbers: planted.filter((at) => FEW.includes(PLANTED[at]?.[0] ?? '')),
    tag: [],
  },
  { which: 'every planted difference is', numbers: planted, tag: ['@nightly'] },
])
  test(`${which} found, and none where none is planted`, { tag }, async () => {
    const site = await serveApp((n) => (n < PLANTED.length ? n : undefined))
    // States without a difference are among them.
    const states = numbers.flatMap((n, at) => (at % 4 === 0 ? [n, n + 100] : [n]))
    const urls = states.map((n) => `${site.origin}/#!/s${n}`)
    const results = await verify({ ...settings, urls })
    const found = results.map(({ verdict }, index) => [PLANTED[states[index] ?? 0]?.[0], verdict])
    expect(found).toEqual(
      states.map((n) => (n < 100 ? [PLANTED[n]?.[0], 'different'] : [undefined, 'same'])),
    )
    site.close()
  })

test('the report shows pictures and marked words, sorts, and loads nothing', async ({ page }) => {
  const folder = process.env.KEEP_REPORT ?? (await mkdtemp(join(tmpdir(), 'verify-')))
  const site = await serveApp((n) => (n < 3 ? n + 5 : undefined))
  const states = join(folder, 'states.txt')
  await writeFile(states, [0, 1, 2, 3, 4].map((n) => `/#!/s${n}`).join('\n'))
  const [report, junit] = [join(folder, 'report.html'), join(folder, 'junit.xml')]
  const outputs = ['--report', report, '--junit', junit]
  const { code, stdout } = await hashbang([
    'verify',
    '--no-sandbox',
    site.origin,
    '--states',
    states,
    ...outputs,
  ])
  expect(code).toBe(1)
  expect(stdout).toContain('5 states: 2 same, 0 subset, 3 different, 0 failed.')
  site.close()

  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await page.goto(`file://${report}`)
  await expect(page.locator('img')).toHaveCount(10)
  await expect(page.locator('tbody ins').first()).toHaveText('red.')
  const first = page.locator('tbody').first().locator('td').nth(1)
  await page.getByRole('button', { name: 'State' }).click()
  await expect(first).toHaveText('#!/s0')
  await page.getByRole('button', { name: 'State' }).click()
  await expect(first).toHaveText('#!/s4')
  await page.locator('input[value=different]').uncheck()
  await expect(page.locator('tbody:visible')).toHaveCount(2)
  expect(asked.filter((url) => !url.startsWith('file:') && !url.startsWith('data:'))).toEqual([])

  const xml = await readFile(junit, 'utf8')
  const { errors } = await validateXML({ xml, normalization: 'format' } as never)
  expect(errors).toEqual([])
  expect(xml).toContain('tests="5" failures="3" errors="0"')
})

/** The AngularJS app as a plain file server serves it, with a rule that finds its snapshots in a folder. */
async function serveAngular(): Promise<FixtureSite> {
  const folder = join('test', 'fixtures', 'angular')
  const file = (path: string) => readFile(path, 'utf8')
  const script = { 'content-type': 'text/javascript' }
  const snapshots = ['products/tea', 'products/cups', 'products/kettle%25202']
  return serveSite({
    '/': await file(join(folder, 'index.html')),
    '/app.js': { headers: script, body: await file(join(folder, 'app.js')) },
    '/angular.js': {
      headers: script,
      body: await file(createRequire(import.meta.url).resolve('angular/angular.js')),
    },
    '/?_escaped_fragment_=': await file(join(folder, 'snapshots', 'home.html')),
    ...Object.fromEntries(
      await Promise.all(
        snapshots.map(async (state) => [
          `/?_escaped_fragment_=/${state}`,
          await file(
            join(folder, 'snapshots', `${state.replace('/', '_').replace('%2520', '_')}.html`),
          ),
        ]),
      ),
    ),
  })
}

test('an AngularJS app with snapshots in a folder is crawled and verified as it stands', {
  tag: '@nightly',
}, async () => {
  const site = await serveAngular()
  const report = await crawl({
    start: site.origin,
    ...{ limit: 50, concurrency: 2, timeout: 9000 },
  })
  expect(report.breaches).toEqual([])
  expect(report.visits.map(({ title }) => title)).toEqual([
    'Shop',
    'Shop: Tea',
    'Shop: Cups & saucers',
    'Shop: Kettle',
  ])
  const { code, stdout, stderr } = await hashbang(['verify', '--no-sandbox', site.origin])
  expect([code, stdout + stderr]).toEqual([
    0,
    expect.stringContaining('4 states: 4 same, 0 subset'),
  ])
  site.close()
})

test('a site without states and a URL that is none are told as such', async () => {
  const site = await serveSite({ '/': '<!doctype html><title>Plain</title><p>Nothing here' })
  const none = await hashbang(['verify', '--no-sandbox', site.origin])
  expect([none.code, none.stderr]).toEqual([2, expect.stringContaining('has no states')])
  expect((await hashbang(['verify', '--no-sandbox', 'nowhere'])).code).toBe(2)
  site.close()
})

/** Pages that never give back their turn, each in another way, among good ones. */
const STUCK: Readonly<Record<string, string>> = {
  'loops after its load': 'onload = () => setTimeout(() => { for (;;); }, 20)',
  'loops at once': 'for (;;);',
  'changes for ever': 'setInterval(() => document.body.append("x"), 5)',
  'opens windows and asks': 'setInterval(() => { open("/other"); alert(1); confirm(2) }, 50)',
  'loops while it is left': 'onpagehide = () => { for (;;); }',
  'loads for ever': 'fetch("/never")',
}

/** Each of them takes all of this time, in ms. */
const PATIENCE = 5000

for (const { which, names, tag } of [
  { which: 'a page that loops', names: Object.keys(STUCK).slice(0, 2), tag: [] },
  { which: 'a page that never comes to rest', names: Object.keys(STUCK), tag: ['@nightly'] },
])
  test(`${which} costs its own verdict and its time, and the others are compared`, {
    tag,
  }, async () => {
    const site = await serveSite({}, (target) => {
      const stuck = /stuck(\d)/.exec(target)?.[1]
      const script = stuck && !target.includes('_esc') ? STUCK[names[Number(stuck)] as string] : ''
      if (target === '/never') return { headers: { 'content-length': '9' }, body: '' }
      return `<!doctype html><title>Page</title><p>Text ${script ? `<script>${script}</script>` : ''}`
    })
    const page = (name: string) => `${site.origin}/${name}#!/x`
    const urls = names.flatMap((_, at) => [page(`good${at}`), page(`stuck${at}`)])
    const results = await verify({ ...settings, timeout: PATIENCE, urls })
    const others = results.filter((_, at) => at % 2 === 0)
    expect(others.map(({ verdict, reason }) => reason ?? verdict)).toEqual(names.map(() => 'same'))
    const reasons = Object.fromEntries(names.map((name, at) => [name, results[at * 2 + 1]?.reason]))
    expect(reasons['loops after its load']).toMatch(/block Chromium for more than \d+ ms/)
    expect(reasons['loops at once']).toContain(`Timeout ${PATIENCE}ms`)
    site.close()
  })

test('a Chromium that is killed takes no verdict with it', async () => {
  test.skip(process.platform !== 'linux', 'it is found by what Linux says of processes')
  let asked = 0
  const others = chromiumsOf(process.pid)
  const site = await serveSite({}, () => {
    asked += 1
    const own = asked === 5 ? chromiumsOf(process.pid) : []
    for (const pid of own.filter((one) => !others.includes(one))) process.kill(pid, 'SIGKILL')
    return '<!doctype html><title>Page</title><p>Text'
  })
  const urls = Array.from({ length: 8 }, (_, at) => `${site.origin}/page${at}#!/x`)
  const results = await verify({ ...settings, urls })
  expect(results.map(({ verdict, reason }) => reason ?? verdict)).toEqual(urls.map(() => 'same'))
  site.close()
})

/** The browsers that a process has started. */
const chromiumsOf = (parent: number): number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        const [, of] = readFileSync(`/proc/${pid}/stat`, 'utf8')
          .replace(/^.*\) /, '')
          .split(' ')
        return Number(of) === parent && /chrom/.test(readFileSync(`/proc/${pid}/cmdline`, 'latin1'))
      } catch {
        return false // It has ended meanwhile.
      }
    })

test('Chromium keeps its sandbox unless told otherwise, and root is told what to do', async () => {
  const site = await serveApp(() => undefined)
  const states = join(await mkdtemp(join(tmpdir(), 'verify-')), 'states.txt')
  await writeFile(states, '/#!/s1')
  const run = await hashbang(['verify', site.origin, '--states', states])
  if (process.getuid?.() === 0) {
    expect(run.code).toBe(2)
    expect(run.stderr).toMatch(
      /root cannot start Chromium with its sandbox: run this as another user, or add --no-sandbox/,
    )
  } else {
    expect(run.code === 0 || /allows no sandbox.*--no-sandbox/.test(run.stderr)).toBe(true)
  }
  site.close()
})

test('sitemaps at another origin are not fetched, and that is said', async () => {
  const site = await serveSite({
    '/robots.txt': 'Sitemap: http://other.test/a.xml\nSitemap: ORIGIN/near.xml',
    '/near.xml': { body: '<urlset><url><loc>ORIGIN/#!/own</loc></url></urlset>' },
  })
  const notes: string[] = []
  const terminal = { note: (text: unknown) => void notes.push(String(text)) } as Terminal
  const flags = { hidden: undefined, sample: 1, concurrency: 1, timeout: 60_000 }
  const { signal } = new AbortController()
  const urls: string[] = []
  for await (const url of urlsOf(site.origin, flags, terminal, signal)) urls.push(url)
  expect(urls).toEqual([`${site.origin}/#!/own`])
  expect(notes).toEqual([
    'The sitemap http://other.test/a.xml is at another origin, so verify does not fetch it.',
  ])
  site.close()
})
