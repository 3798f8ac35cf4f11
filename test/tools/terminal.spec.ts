/** Whatever a stranger's site or an app's data says, no command lets it reach the terminal, a report or the log as a command. */
import { mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { type FixtureSite, serveSite, ugly } from '../fixtures/sites/site.ts'
import { hashbang } from './command.ts'

/** Window title, clear screen, C1 CSI and OSC, DEL, bell, a line over the one before, the direction of writing, a line of our own. */
const HOSTILE =
  'A\x1b]0;owned\x07B\x1b[2JC\x9b31mD\x9d8;;http://evil.test\x9cE\x7fF\rG\u202eH\u2066I\u2028J\u061cK\u200fL\x1bcM'
const FORBIDDEN = /(?![\n\t])[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u

const page = (canonical: string) =>
  `<!doctype html><title>${HOSTILE}</title><meta name="fragment" content="!"><meta name="description" content="${HOSTILE}\n200 spoofed"><link rel="canonical" href="${canonical}"><body><h1>${HOSTILE}</h1><a href="?_escaped_fragment_=${HOSTILE}">${HOSTILE}</a><a href="#/${HOSTILE}">x</a>`

async function hostile(): Promise<FixtureSite> {
  return serveSite({
    '/': page('/'),
    [ugly('')]: page(`/?_escaped_fragment_=${HOSTILE}`),
    [ugly('/a')]: {
      body: page('/#!/a'),
      headers: { 'x-said': '\x9b31m \x9d0;x\x9c \x7f'.replace('\x7f', '') },
    },
    '/robots.txt': `User-agent: *\nAllow: /${HOSTILE}\nSitemap: ${HOSTILE}\nSitemap: ORIGIN/${HOSTILE}`,
    '/sitemap.xml': HOSTILE,
  })
}

/** What stands for the others in `npm test`: a site, a state, an argument, and lines for machines. */
const FEW = ['crawl SITE', 'inspect SITE/#!/a --json', `export -c ${HOSTILE}`]

const RUNS: readonly (readonly string[])[] = [
  ['crawl', 'SITE'],
  ['crawl', 'SITE', '--json'],
  ['inspect', 'SITE/#!/a'],
  ['inspect', 'SITE/#!/a', '--json'],
  ['inspect', `SITE/#!/${HOSTILE}`],
  ['inspect', HOSTILE, '-c', join('test', 'fixtures', 'catalogue', 'hashbang.config.mjs')],
  ['robots', '-c', HOSTILE],
  ['sitemap', '-c', HOSTILE],
  ['export', '-c', HOSTILE],
  ['serve', '-c', HOSTILE],
  ['crawl', HOSTILE],
  ['verify', HOSTILE],
]

let site: FixtureSite
test.beforeAll(async () => {
  site = await hostile()
})
test.afterAll(() => site.close())

for (const args of RUNS) {
  test(`what "hashbang ${args.map((arg) => (arg === HOSTILE ? '…' : arg.replace(HOSTILE, '…'))).join(' ')}" prints commands no terminal`, {
    tag: FEW.includes(args.join(' ')) ? [] : '@nightly',
  }, async () => {
    const { stdout, stderr } = await hashbang(args.map((arg) => arg.replace('SITE', site.origin)))
    expect(`${stdout}${stderr}`).not.toMatch(FORBIDDEN)
    expect(`${stdout}${stderr}`.length).toBeGreaterThan(0)
    expect(stdout).not.toMatch(/^200 spoofed/m)
    if (args.includes('--json'))
      expect(JSON.stringify(JSON.parse(stdout))).toContain('\\u001b]0;owned')
  })
}

test('"hashbang verify" and its reports show them by name', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'terminal-'))
  const files = [join(folder, 'report.html'), join(folder, 'junit.xml'), join(folder, 'states')]
  await writeFile(files[2] as string, '/#!/a\n/')
  const { stdout, stderr, code } = await hashbang([
    'verify',
    site.origin,
    '--no-sandbox',
    '--report',
    files[0],
    '--junit',
    files[1],
    '--states',
    files[2],
  ] as string[])
  expect(code, stderr).toBe(1)
  const [html, xml] = [
    await readFile(files[0] as string, 'utf8'),
    await readFile(files[1] as string, 'utf8'),
  ]
  for (const text of [stdout, stderr, html, xml]) expect(text).not.toMatch(FORBIDDEN)
  expect(html).toContain('owned')
})

test('colours are ours alone: the same bytes in a title are none', async () => {
  const site = await serveSite({ '/': '<title>\x1b[31mred\x1b[39m</title><p>Text' })
  const { stdout } = await hashbang(['crawl', site.origin], undefined, {
    FORCE_COLOR: '1',
    NO_COLOR: undefined,
  })
  expect(stdout).toContain('<U+001B>[31mred<U+001B>[39m')
  expect(stdout).toContain('\x1b[32m200\x1b[39m')
  site.close()
})
