/** The tools on pages that are adopted. */

import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { startServer } from 'hashbang-router/server'
import { hashbang } from '../tools/command.ts'
import { page, writeApp } from './apps.ts'
import { expect, test } from './fixtures.ts'

const ORIGIN = 'https://phones.test'
const PATIENT = ['--timeout', '60000']

/**
 * An app with links to `a`; `gone`, which is missing; `hidden`, which is not to be indexed; `old`,
 * which is `new` now; and `wide`, which shows something that our engine does not know.
 */
const filesOf = (mark: string) => ({
  'robots.txt': 'User-agent: own\n',
  'index.html': page(
    `<main></main><script>
    const state = location.hash.slice(${mark.length})
    const tag = (name, content) => document.head.insertAdjacentHTML('beforeend', '<meta name="' + name + '" content="' + content + '">')
    if (!['', 'a', 'b', 'new', 'wide', 'hidden', 'old'].includes(state)) tag('prerender-status-code', '404')
    if (state === 'hidden') tag('robots', 'noindex')
    if (state === 'old') { tag('prerender-status-code', '301'); tag('prerender-header', 'Location: ${mark}new') }
    const width = () => { const c = document.createElement('canvas').getContext('2d'); c.font = '20px serif'; return c.measureText('Wide').width }
    document.title = 'State ' + state
    document.querySelector('main').innerHTML = '<h1>State ' + (state || 'home') + '</h1>' + (state === 'wide' ? '<p>' + width() + ' px</p>' : '') +
      ['a', 'gone', 'hidden', 'old', 'wide'].map((one) => '<a href="${mark}' + one + '">' + one + '</a> ').join('') + '<a href="#place">Place</a><p id="place">Here</p>'
  </script>`,
    '<meta name="fragment" content="!">',
  ),
})

const SITEMAP =
  '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc>https://elsewhere.test/#/b</loc></url></urlset>'

/**
 * A folder with the app, whose sitemap names `b`, which nothing links to, and its configuration.
 */
function write(name: string, more = ''): string {
  const folder = test.info().outputPath(name)
  writeApp({ files: { ...filesOf('#/'), 'sitemap.xml': SITEMAP } }, join(folder, 'site'))
  const config = `export default { origin: '${ORIGIN}', limits: { deadline: 60000 }, pages: { '/': { site: 'site'${more} } } }`
  writeApp({ files: { 'hashbang.config.js': config } }, folder)
  return folder
}

const ugly = (state: string) => `${ORIGIN}/?_escaped_fragment_=${state}`

test('an export has the files of the app, and each state at its readable address', async () => {
  const cwd = write('readable', ", states: '#/', readable: '/s/'")
  const { code, stdout, stderr } = await hashbang(['export', '--json', '--site', 'out'], cwd)
  expect([code, JSON.parse(stdout)], stderr).toEqual([0, expect.objectContaining({ failed: 0 })])
  expect(readFileSync(join(cwd, 'out/s/a/index.html'), 'utf8')).toContain('State a')
  expect(readFileSync(join(cwd, 'out/index.html'), 'utf8')).toContain('State home')
  expect(readFileSync(join(cwd, 'out/sitemap.xml'), 'utf8')).toBe(SITEMAP)
  expect(existsSync(join(cwd, 'out/s/gone'))).toBe(false)
  const list = await hashbang(['sitemap', '--list'], cwd)
  expect(list.stdout).toContain(`${ORIGIN}/s/a\n`)
})

test('an export of a URL warns about the files of the app; --site inside the app is an error', async ({
  listen,
}) => {
  const server = await listen((_, res) => res.end('<!doctype html><h1>Leek</h1>'))
  const folder = test.info().outputPath('places')
  const configOf = (site: string) =>
    `export default ${JSON.stringify({ origin: ORIGIN, pages: { '/': { site, states: '#/', readable: '/s/' } } })}`
  const files = { 'dist/index.html': page('<h1>Leek</h1>') }
  const configs = { 'url.mjs': configOf(server.origin), 'dist.mjs': configOf('dist') }
  writeApp({ files: { ...files, ...configs } }, folder)
  const byUrl = await hashbang(['export', '-c', 'url.mjs', '--site', 'out'], folder)
  expect(byUrl.stderr.match(/out gets none of its files: copy its build/g)).toHaveLength(1)
  const { code, stdout } = await hashbang(['export', '-c', 'dist.mjs'], folder)
  expect([code, stdout]).toEqual([0, expect.stringMatching(/^snapshots: 1 written/)])
  const within = await hashbang(['export', '-c', 'dist.mjs', '--site', 'dist/site'], folder)
  expect([within.code, within.stderr]).toEqual([2, expect.stringMatching(/such as site$/m)])
})

test('inspect reports a state in full, and llms.txt lists the Markdown of each state', async () => {
  const cwd = write('inspect', ", states: '#/', readable: '/s/'")
  const [inspected, exported] = await Promise.all([
    hashbang(['inspect', '#/a', '--json'], cwd),
    hashbang(['export', '-o', 'out'], cwd),
  ])
  expect(JSON.parse(inspected.stdout), inspected.stderr).toMatchObject({
    ...{ pretty: `${ORIGIN}/#/a`, ugly: ugly('/a'), status: 200, warnings: [], missing: [] },
    trace: { waited: expect.any(Array), tried: [] },
  })
  const llms = readFileSync(join(cwd, 'out/llms.txt'), 'utf8')
  for (const state of ['a', 'b', 'new'])
    expect(llms, exported.stderr).toContain(`- [State ${state}](${ORIGIN}/s/${state}.md)`)
})

/** The findings of a command: all of them, and its statuses or verdicts by URL. */
async function find(args: readonly string[]) {
  const { stdout, stderr, code } = await hashbang([...args, ...PATIENT, '--json'])
  const found = JSON.parse(stdout || '{}')
  const list: { url: string; status?: number; verdict?: string }[] = found.visits ?? found.results
  expect(list, stderr).toBeDefined()
  const byUrl = list.map(({ url, status, verdict }) => [url, verdict ?? status])
  return { code, breaches: found.breaches, byUrl: Object.fromEntries(byUrl) }
}

for (const [mark, readable] of [['#!/'], ['#/'], ['#'], ['#/', '/s/']] as const) {
  const form = `${mark}x${readable ? ` and ${readable}x` : ''}`
  test(`crawl and verify find the wrong states of a server with ${form}`, async ({
    ends,
  }, info) => {
    const site = info.outputPath('site')
    writeApp({ files: filesOf(mark) }, site)
    const server = await startServer({
      ...{ port: 0, host: '127.0.0.1', workers: 2, limits: { deadline: 60_000 } },
      pages: { '/': { site, states: mark, ...(readable && { readable }) } },
    })
    ends.push(() => server.stop())
    const { origin } = server
    // The sitemap is there when the states have been found.
    const textOf = async (path: string) => (await fetch(origin + path)).text()
    await expect.poll(() => textOf('/sitemap.xml')).toMatch(/<loc>.*wide<\/loc>/)
    expect(await textOf('/sitemap.xml')).not.toContain('hidden')
    // Files of the app go first.
    expect(await textOf('/robots.txt')).toBe('User-agent: own\n')

    const flags = mark === '#!/' ? [] : ['--fragments', mark]
    const at = `${origin}${readable ?? `/${mark}`}`
    const { byUrl, breaches } = await find(['crawl', origin, ...flags])
    expect(byUrl).toEqual({
      ...{ [`${origin}/`]: 200, [`${at}a`]: 200, [`${at}new`]: 200, [`${at}wide`]: 200 },
      ...{ [`${at}hidden`]: 200, [`${at}old`]: 301, [`${at}gone`]: 404 },
    })
    expect(breaches).toEqual([expect.objectContaining({ code: 'broken-state', url: `${at}gone` })])

    const more = readable ? ['--readable', readable] : []
    const verified = await find(['verify', origin, '--no-sandbox', ...flags, ...more])
    const pretty = `${origin}/${mark}`
    expect(verified.byUrl).toEqual({
      ...{ [`${origin}/`]: 'same', [`${pretty}a`]: 'same', [`${pretty}new`]: 'same' },
      [`${pretty}wide`]: 'different',
    })
    expect(verified.code).toBe(1)
    if (mark !== '#/' || readable) return
    // Without the form of the states, the command names the flag for it and the states that are
    // left out.
    const crawl = await hashbang(['crawl', origin, ...PATIENT])
    expect(crawl.stdout).toContain('set --fragments "#/"')
    const verify = await hashbang(['verify', origin, '--no-sandbox', ...PATIENT])
    expect(verify.stderr).toContain('3 ugly URLs of the sitemap left out')
    expect(verify.stderr).toContain('set --fragments "#/"')
  })
}
