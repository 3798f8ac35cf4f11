/** docsify: its headings are places of one page, and its missing pages get a status. */
import { readFileSync } from 'node:fs'
import { test as base, expect } from './fixtures.ts'

const VENDOR = { 'lib/docsify.js': 'docsify/lib/docsify.min.js' }

const pageWith = (config: string) =>
  `<!doctype html><title>Notes</title><div id="app"></div><script>${config}</script><script src="lib/docsify.js"></script>`

const headings = Array.from({ length: 30 }, (_, n) => `## Version 1.${n}\n\nChange ${n}.`)

const FILES = {
  'README.md': '# Notes\n\nSee [1.5](changelog.md?id=version-15) and [missing](missing.md).\n',
  '_sidebar.md': '- [Notes](/)\n- [Changes](changelog.md)\n- [Another](other.md)\n',
  'changelog.md': ['# Changes', ...headings].join('\n\n'),
  'other.md':
    '# Another\n\nSee [1.6](changelog.md?id=version-16), [1.7](changelog?id=version-17).\n',
  '_404.md': '# 404\n\nThere is no such page.\n',
}

/** The requests of a site for snapshots, and its other answers. */
const test = base.extend<{ docs: (config: string) => Promise<Docs> }>({
  async docs({ listen, open }, use) {
    await use(async (config) => {
      const { origin } = await listen((req, res) => site.all(req, res))
      const files = { ...FILES, 'index.html': pageWith(config) }
      const settings = { origin, states: '#/', readable: '/s/' } as const
      const { site, logOf } = await open(files, settings, VENDOR)
      return { origin, logOf, get: (path) => fetch(origin + path) }
    })
  },
})

interface Docs {
  readonly origin: string
  readonly logOf: () => string
  readonly get: (path: string) => Promise<Response>
}

const listed = async ({ get, origin }: Docs) => {
  const text = await (await get('/sitemap.xml')).text()
  return [...text.matchAll(/<loc>([^<]+)/g)].map(([, url]) => url?.slice(origin.length))
}

test('a page with many headings is listed once, and the links to them are fragments', async ({
  docs,
}) => {
  const site = await docs(`window.$docsify = { name: 'Notes', loadSidebar: true }`)
  await expect.poll(() => listed(site)).toEqual(['/', '/s/changelog', '/s/other'])
  // The page of missing states is not listed, and named once.
  expect(site.logOf().match(/Unknown states get .*#\/missing/g)).toHaveLength(1)
  const shown = await (await site.get('/s/changelog')).text()
  expect(shown).toContain('<h2 id="version-15"><a href="#version-15"')
  expect(shown).not.toContain('?id=')
  const place = await site.get('/?_escaped_fragment_=/changelog?id=version-15')
  expect(place.headers.get('link')).toContain(`<${site.origin}/s/changelog>; rel="canonical"`)
  const llms = await (await site.get('/llms.txt')).text()
  expect(llms.match(/^## .*/gm)).toEqual(['## Notes'])
})

test('the plugin of docs/apps/docsify.md reports missing pages', async ({ docs }) => {
  const [, code = ''] =
    /^```js\n(window\.\$docsify[\s\S]*?)^```/m.exec(readFileSync('docs/apps/docsify.md', 'utf8')) ??
    []
  const site = await docs(code)
  expect((await site.get('/s/missing')).status).toBe(404)
  expect((await site.get('/s/other')).status).toBe(200)
})
