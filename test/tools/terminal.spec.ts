/**
 * Text of a stranger's site or of an app's data never reaches the terminal, a report or the log as
 * a command.
 */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { FORBIDDEN, HOSTILE } from '../fixtures/hostile-text.ts'
import { type FixtureSite, serveSite, ugly } from '../fixtures/sites/site.ts'
import { memoryFolder } from '../memory-folder.ts'
import { hashbang } from './command.ts'

const page = (canonical: string) =>
  `<!doctype html><title>${HOSTILE}</title><meta name="fragment" content="!"><meta name="description" content="${HOSTILE}\n200 spoofed"><link rel="canonical" href="${canonical}"><body><h1>${HOSTILE}</h1><a href="?_escaped_fragment_=${HOSTILE}">${HOSTILE}</a><a href="#/${HOSTILE}">x</a>`

let site: FixtureSite
test.beforeAll(async () => {
  site = await serveSite({
    '/': page('/'),
    [ugly('')]: page(`/?_escaped_fragment_=${HOSTILE}`),
    [ugly('/a')]: { body: page('/#!/a'), headers: { 'x-said': '\x9b31m \x9d0;x\x9c' } },
    '/robots.txt': `User-agent: *\nAllow: /${HOSTILE}\nSitemap: ${HOSTILE}\nSitemap: ORIGIN/${HOSTILE}`,
    '/sitemap.xml': HOSTILE,
  })
})
test.afterAll(() => site.close())

for (const line of [
  ...['crawl SITE', 'crawl SITE --json', 'crawl …', 'verify …'],
  ...['inspect SITE/#!/a', 'inspect SITE/#!/a --json', 'inspect SITE/#!/…'],
  'inspect … -c test/fixtures/catalogue/hashbang.config.mjs',
  ...['sitemap -c …', 'export -c …', 'serve -c …'],
])
  test(`"hashbang ${line}" prints no control sequences of a site`, async () => {
    const args = line
      .split(' ')
      .map((arg) => arg.replace('SITE', site.origin).replace('…', HOSTILE))
    const { stdout, stderr } = await hashbang(args)
    expect(`${stdout}${stderr}`).not.toMatch(FORBIDDEN)
    expect(`${stdout}${stderr}`.length).toBeGreaterThan(0)
    expect(stdout).not.toMatch(/^200 spoofed/m)
    if (args.includes('--json'))
      expect(JSON.stringify(JSON.parse(stdout))).toContain('\\u001b]0;owned')
  })

test('"hashbang verify" and its reports print control characters by name', async () => {
  const folder = await memoryFolder('terminal')
  const [report, junit, states] = ['report.html', 'junit.xml', 'states'].map((name) =>
    join(folder, name),
  ) as [string, string, string]
  await writeFile(states, '/#!/a\n/')
  const files = ['--report', report, '--junit', junit, '--states', states]
  const run = await hashbang(['verify', site.origin, '--no-sandbox', ...files])
  expect(run.code, run.stderr).toBe(1)
  const html = await readFile(report, 'utf8')
  for (const text of [run.stdout, run.stderr, html, await readFile(junit, 'utf8')])
    expect(text).not.toMatch(FORBIDDEN)
  expect(html).toContain('owned')
})

test('only our own colours reach the terminal, not the same bytes in a title', async () => {
  const red = await serveSite({ '/': '<title>\x1b[31mred\x1b[39m</title><p>Text' })
  const env = { FORCE_COLOR: '1', NO_COLOR: undefined }
  const { stdout } = await hashbang(['crawl', red.origin], undefined, env)
  expect(stdout).toContain('<U+001B>[31mred<U+001B>[39m')
  expect(stdout).toContain('\x1b[32m200\x1b[39m')
  red.close()
})
