/**
 * `hashbang verify` compares the page for people with the page for crawlers, on sites that are ours
 * and on others.
 */
import { chmodSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { validateXML } from 'xmllint-wasm'
import { urlsToVerify } from '../../dist/server/cli/verify-urls.js'
import { type Checked, verifyStates } from '../../dist/server/tools/verify/verify-states.js'
import { setVariable } from '../environment.ts'
import { appSite, PLANTED } from '../fixtures/sites/app.ts'
import { type FixtureSite, serveSite } from '../fixtures/sites/site.ts'
import { memoryFolder } from '../memory-folder.ts'
import { project } from '../project.ts'
import { findChromium } from '../run/chromium.ts'
import { hashbang } from './command.ts'

const settings = { sandbox: false, concurrency: 3, timeout: 60_000 }

/** An app whose state n has the planted difference n, where there is one. */
async function serveApp(): Promise<FixtureSite> {
  const site: FixtureSite = await serveSite(
    {},
    appSite(
      (n) => (n < PLANTED.length ? n : undefined),
      () => site.origin,
    ),
  )
  return site
}

const verdictsOf = (results: readonly Checked[]) =>
  results.map(({ verdict, reason }) => reason ?? verdict)

test('the report shows only differences, with pictures and marked words, and loads nothing', async ({
  page,
}) => {
  const folder = process.env.KEEP_REPORT ?? (await memoryFolder('verify'))
  const site = await serveApp()
  // A word of the text, a number, an element that is no longer hidden, a link more, another state;
  // 100 and 101 are the same.
  const states = [5, 6, 9, 15, 19, 100, 101]
  const [list, report, junit] = ['states.txt', 'report.html', 'junit.xml'].map((name) =>
    join(folder, name),
  ) as [string, string, string]
  await writeFile(list, states.map((n) => `/#!/s${n}\n\n`).join(''))
  const files = ['--states', list, '--report', report, '--junit', junit]
  const { code, stdout } = await hashbang(['verify', '--no-sandbox', site.origin, ...files])
  expect(code).toBe(1)
  expect(stdout).toContain('7 states: 2 same, 0 subset, 5 different, 0 failed.')
  const found = [...stdout.matchAll(/^(\w+) +http\S+s(\d+)$/gm)].map(([, verdict, n]) => [
    n,
    verdict,
  ])
  expect(Object.fromEntries(found)).toEqual(
    Object.fromEntries(states.map((n) => [n, n < 100 ? 'different' : 'same'])),
  )
  site.close()

  const requests: string[] = []
  page.on('request', (request) => requests.push(request.url()))
  await page.goto(`file://${report}`)
  await expect(page.locator('img')).toHaveCount(14)
  await expect(page.locator('tbody', { hasText: '#!/s5' }).locator('ins')).toHaveText('red.')
  // The differences are open, the states that are the same are closed, at the end.
  await expect(page.locator('details[open]')).toHaveCount(5)
  await expect(page.locator('tbody').last().locator('img').first()).toBeHidden()
  expect(requests.filter((url) => !/^(?:file|data):/.test(url))).toEqual([])

  const xml = await readFile(junit, 'utf8')
  const { errors } = await validateXML({ xml, normalization: 'format' } as never)
  expect(errors).toEqual([])
  expect(xml).toContain('tests="7" failures="5" errors="0"')
})

const HIDES = '<style>b{display:none}</style>'
const HIDDEN: readonly (readonly [name: string, isSame: boolean, page: string, shot: string])[] = [
  ['by an attribute', true, '<b hidden>one</b>', '<b hidden>two</b>'],
  ['by a sheet', true, `${HIDES}<b>one</b>`, '<b></b>'],
  ['by a sheet, in the page alone', false, `${HIDES}<b>one</b>`, '<b>one</b>'],
  ['by a sheet, in the snapshot alone', false, '<b>one</b>', `${HIDES}<b>one</b>`],
  [
    'but for what is visible in it',
    true,
    '<p style="visibility:hidden">one <b style="visibility:visible">two</b></p>',
    '<p><b>two</b></p>',
  ],
  ['as a dialog that is closed', true, '<dialog><h2>one</h2></dialog>', ''],
  [
    'by the sheet of a shadow tree',
    true,
    `<p><template shadowrootmode=open>${HIDES}one <b>two</b></template>`,
    '<p>one',
  ],
]

test('text that styles hide is no content of the page or of the snapshot', {
  tag: '@nightly',
}, async () => {
  const site = await serveSite({}, (target) => {
    const { 1: number = '', 2: rest } = /^\/(\d+)(\?_esc.*)?$/.exec(target) ?? []
    const [, , page, shot] = HIDDEN[Number(number)] ?? []
    return `<!doctype html><title>T</title><h1>Page</h1>${rest ? shot : page}`
  })
  const urls = HIDDEN.map((_, at) => `${site.origin}/${at}#!/x`)
  const results = await verifyStates({ ...settings, urls })
  expect(results.map(({ verdict }, at) => [HIDDEN[at]?.[0], verdict === 'same'])).toEqual(
    HIDDEN.map(([name, isSame]) => [name, isSame]),
  )
  site.close()
})

test('a site without states is an error', async () => {
  const site = await serveSite({ '/': '<!doctype html><title>Plain</title><p>Nothing here' })
  const { code, stderr } = await hashbang(['verify', '--no-sandbox', site.origin])
  expect([code, stderr]).toEqual([2, expect.stringContaining('has no states')])
  site.close()
})

/** Pages that never give back their turn, each in another way. */
const STUCK: Readonly<Record<string, string>> = {
  'loops after its load': 'onload = () => setTimeout(() => { for (;;); }, 20)',
  'loops at once': 'for (;;);',
  'changes for ever': 'setInterval(() => document.body.append("x"), 5)',
  'opens windows and asks': 'setInterval(() => { open("/other"); alert(1); confirm(2) }, 50)',
  'loops while it is left': 'onpagehide = () => { for (;;); }',
  'loads for ever': 'fetch("/never")',
}

for (const { which, names, tag } of [
  { which: 'a page that loops', names: Object.keys(STUCK).slice(0, 2), tag: [] },
  { which: 'a page that never comes to rest', names: Object.keys(STUCK), tag: ['@nightly'] },
])
  test(`${which} costs only its own verdict and its time, and the others are compared`, {
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
    const goodOf = (results: readonly Checked[]) =>
      verdictsOf(results.filter((_, at) => at % 2 === 0))
    // A busy machine needs longer for good pages, where bad ones use up all the time that they are
    // given.
    let timeout = 1500
    let result = await verifyStates({ ...settings, timeout, urls })
    while (goodOf(result).some((verdict) => verdict !== 'same') && timeout < 30_000) {
      timeout *= 2
      result = await verifyStates({ ...settings, timeout, urls })
    }
    expect(goodOf(result)).toEqual(names.map(() => 'same'))
    const reasons = Object.fromEntries(names.map((name, at) => [name, result[at * 2 + 1]?.reason]))
    expect(reasons['loops after its load']).toMatch(/block Chromium for more than \d+ ms/)
    expect(reasons['loops at once']).toContain(`Timeout ${timeout}ms`)
    site.close()
  })

test('a page that shows its text a second after its last change is given the time', async () => {
  const site = await serveSite({}, (target) => {
    const late = 'setTimeout(() => { document.querySelector("p").textContent = "Text" }, 1000)'
    const shown = target.includes('_esc') ? 'Text' : `Loading</p><script>${late}</script>`
    return `<!doctype html><title>Page</title><p>${shown}</p>`
  })
  const urls = [`${site.origin}/#!/x`]
  const results = await verifyStates({ ...settings, timeout: 15_000, urls })
  expect(verdictsOf(results)).toEqual(['same'])
  site.close()
})

test('a killed Chromium costs no verdict', async () => {
  test.skip(process.platform === 'win32', 'the script that tells its number is for a POSIX shell')
  const chromium = join(
    project({ chromium: `#!/bin/sh\necho $$ >> "$0.pid"\nexec '${findChromium()}' "$@"\n` }),
    'chromium',
  )
  chmodSync(chromium, 0o755)
  const restore = setVariable('CHROMIUM_PATH', chromium)
  const started = async () => (await readFile(`${chromium}.pid`, 'utf8')).trim().split('\n')
  let requests = 0
  const site = await serveSite({}, () => {
    requests += 1
    if (requests === 5) void started().then(([pid]) => process.kill(Number(pid), 'SIGKILL'))
    return '<!doctype html><title>Page</title><p>Text'
  })
  const urls = Array.from({ length: 8 }, (_, at) => `${site.origin}/page${at}#!/x`)
  try {
    expect(verdictsOf(await verifyStates({ ...settings, urls }))).toEqual(urls.map(() => 'same'))
    expect(await started()).toHaveLength(2)
  } finally {
    restore()
    site.close()
  }
})

async function verified(env: NodeJS.ProcessEnv, ...args: string[]) {
  const site = await serveApp()
  const states = join(await memoryFolder('verify'), 'states.txt')
  await writeFile(states, '/#!/s100')
  const run = ['verify', site.origin, '--states', states, ...args]
  const { code, stderr } = await hashbang(run, process.cwd(), env)
  site.close()
  return { code, stderr }
}

test('Chromium keeps its sandbox without --no-sandbox, and root gets a message with the fix', async () => {
  const { code, stderr } = await verified({})
  if (process.getuid?.() === 0) {
    expect(code).toBe(2)
    expect(stderr).toMatch(
      /root cannot start Chromium with its sandbox: run this as another user, or add --no-sandbox/,
    )
  } else {
    expect(code === 0 || /allows no sandbox.*--no-sandbox/.test(stderr)).toBe(true)
  }
})

test('verify-chromium-missing: without a Chromium, verify ends with 2 and names CHROMIUM_PATH', {
  tag: '@nightly',
}, async () => {
  const { code, stderr } = await verified({ CHROMIUM_PATH: '/there/is/none' }, '--no-sandbox')
  expect([code, stderr]).toEqual([2, expect.stringContaining('or set CHROMIUM_PATH')])
})

test('sitemaps at another origin are not fetched, with a note', async () => {
  const site = await serveSite({
    '/robots.txt': 'Sitemap: http://other.test/a.xml\nSitemap: ORIGIN/near.xml',
    '/near.xml': { body: '<urlset><url><loc>ORIGIN/#!/own</loc></url></urlset>' },
  })
  const notes: string[] = []
  const note = (text: unknown) => void notes.push(String(text))
  const command = { note, warn: note, signal: new AbortController().signal }
  const flags = { sample: 1, concurrency: 1, timeout: 60_000 }
  const urls: string[] = []
  for await (const url of urlsToVerify({ site: site.origin, flags, command })) urls.push(url)
  expect(urls).toEqual([`${site.origin}/#!/own`])
  expect(notes).toEqual([
    'The sitemap http://other.test/a.xml is at another origin, so verify does not fetch it.',
  ])
  site.close()
})
