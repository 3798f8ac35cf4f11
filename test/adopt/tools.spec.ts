/**
 * The tools on pages that are adopted: their states are found by links, by the site's own sitemap, or in a file, and all
 * commands go over the same ones.
 */

import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, test } from '@playwright/test'
import { startServer } from 'hashbang-router/server'
import { hashbang } from '../tools/command.ts'
import { type App, writeApp } from './apps.ts'

const ORIGIN = 'https://phones.test'

/** States `#/`, `#/a` and `#/b`, of which `b` nothing links to; `#/gone` is linked and not there; `#/hidden` is not to be indexed. */
const LINKED: Pick<App, 'files'> = {
  files: {
    'index.html': `<!doctype html><html><head><title>T</title></head><body><main></main><script>
      const state = location.hash.slice(1) || '/'
      const tag = (name, content) => document.head.insertAdjacentHTML('beforeend', '<meta name="' + name + '" content="' + content + '">')
      if (state === '/gone') tag('prerender-status-code', '404')
      if (state === '/hidden') tag('robots', 'noindex')
      if (state === '/old') { tag('prerender-status-code', '301'); tag('prerender-header', 'Location: #/new') }
      document.querySelector('main').innerHTML = '<h1>State ' + state + '</h1>' +
        ['/a', '/gone', '/hidden', '/old'].map((one) => '<a href="#' + one + '">' + one + '</a> ').join('')
    </script></body></html>`,
  },
}

const configText = (more = '') =>
  `export default { origin: '${ORIGIN}', limits: { deadline: 60000 }, pages: { '/': { site: 'site'${more} } } }`

function write(folder: string, more = '', files: Readonly<Record<string, string>> = {}): string {
  writeApp({ files: { ...LINKED.files, ...files } }, join(folder, 'site'))
  writeApp({ files: { 'hashbang.config.js': configText(more) } }, folder)
  return folder
}

const ugly = (state: string) => `${ORIGIN}/?_escaped_fragment_=${state}`

test('states are found by links and by the own sitemap; what is missing is told', async ({
  baseURL: _,
}, info) => {
  const sitemap = `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc>https://elsewhere.test/#/b</loc></url></urlset>`
  const cwd = write(info.outputPath('linked'), '', { 'sitemap.xml': sitemap })
  const { code, stdout, stderr } = await hashbang(['sitemap', '--list'], cwd)
  expect(stderr).toContain(`${ORIGIN}/#/gone is linked and returns 404`)
  expect(stdout.trim().split('\n').sort()).toEqual([
    `${ORIGIN}/`,
    ugly('/a'),
    ugly('/b'),
    ugly('/new'),
  ])
  expect(code).toBe(0)
})

test('an export has them, with twins that lead to where the app shows the state', async ({
  baseURL: _,
}, info) => {
  const cwd = write(info.outputPath('export'))
  const args = ['export', '-o', 'out', '--twins', 'twins', '--json']
  const { stdout, stderr, code } = await hashbang(args, cwd)
  expect(code, stderr).toBe(0)
  expect(JSON.parse(stdout)).toMatchObject({ states: 5, errors: [] })
  const twin = readFileSync(join(cwd, 'twins/a/index.html'), 'utf8')
  expect(twin).toContain(`location.replace("${ORIGIN}/#/a")`)
  expect(twin).toContain('State /a')
  expect(existsSync(join(cwd, 'twins/gone'))).toBe(false)
})

test('robots.txt and one state in full', { tag: '@nightly' }, async ({ baseURL: _ }, info) => {
  const cwd = write(info.outputPath('inspect'), ", states: '#/'")
  const robots = await hashbang(['robots', '--disallow', '/private/'], cwd)
  expect(robots.stdout).toContain('Disallow: /?*_escaped_fragment_=/private/')
  const { stdout, code } = await hashbang(['inspect', '#/a', '--json'], cwd)
  expect(code).toBe(0)
  expect(JSON.parse(stdout)).toMatchObject({
    pretty: `${ORIGIN}/#/a`,
    ugly: ugly('/a'),
    status: 200,
    warnings: [],
    missing: [],
    trace: { waited: expect.any(Array), tried: [] },
  })
})

test(
  'llms.txt names what has Markdown, each page by its own words',
  {
    tag: '@nightly',
  },
  async ({ baseURL: _ }, info) => {
    const cwd = write(info.outputPath('llms'), ", states: '#/', readable: '/s/'")
    const [{ stdout, code, stderr }, none] = await Promise.all([
      hashbang(['llms'], cwd),
      hashbang(['llms'], write(info.outputPath('none'), ", states: '#/'")),
    ])
    expect(code, stderr).toBe(0)
    expect(stdout).toBe(
      `# T\n\n## home\n\n- [T](${ORIGIN}/s/!index.md)\n\n## /\\*\n\n- [T](${ORIGIN}/s/a.md)\n- [T](${ORIGIN}/s/new.md)\n`,
    )
    expect(none.code).toBe(2)
    expect(none.stderr).toContain("`readable: '/s/'` on an adopted page")
  },
)

test(
  'a file of states says all of them, gzipped or not, and what is none is told',
  {
    tag: '@nightly',
  },
  async ({ baseURL: _ }, info) => {
    const cwd = write(info.outputPath('file'), ", states: '#/', statesFile: 'states.gz'")
    const lines = [`${ORIGIN}/#/a`, '', '#/b', '/c', 'https://phones.test/other.html#/d', '#/b']
    writeFileSync(join(cwd, 'states.gz'), gzipSync(lines.join('\r\n')))
    const { stdout, stderr } = await hashbang(['sitemap', '--list'], cwd)
    expect(stdout.trim().split('\n')).toEqual(['/a', '/b', '/c'].map(ugly))
    expect(stderr).toContain('other.html#/d", which is no state')
    const none = await hashbang(
      ['sitemap', '--list'],
      write(info.outputPath('none'), ", statesFile: 'nowhere.txt'"),
    )
    expect(none.code).toBe(2)
    expect(none.stderr).toContain('nowhere.txt cannot be read')
  },
)

test('the server lists what it finds, and the files of the app go first', async ({
  baseURL: _,
}, info) => {
  const folder = write(info.outputPath('served'), '', { 'robots.txt': 'User-agent: own\n' })
  const server = await startServer({
    ...{
      port: 0,
      host: '127.0.0.1',
      origin: ORIGIN,
      workers: 1,
      limits: { deadline: 60_000 },
    },
    pages: { '/': { site: join(folder, 'site'), states: '#/' } },
  })
  try {
    const at = `http://127.0.0.1:${server.port}`
    expect(await (await fetch(`${at}/robots.txt`)).text()).toBe('User-agent: own\n')
    await expect
      .poll(async () => (await fetch(`${at}/sitemap.xml`)).status, { timeout: 60_000 })
      .toBe(200)
    const text = await (await fetch(`${at}/sitemap.xml`)).text()
    expect(text).toContain(`<loc>${ugly('/a')}</loc>`)
    expect(text).not.toContain('hidden')
    expect((await fetch(`${at}/llms.txt`)).status).toBe(404)
  } finally {
    await server.stop()
  }
})
