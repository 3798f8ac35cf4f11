/** Development, preview and the server give one answer to each address of a site. */
import { expect } from '@playwright/test'
import { hashbang } from 'hashbang-router/vite'
import { createLogger } from 'vite'
import { listening } from '../listening.ts'
import { test } from '../vite-project.ts'

const ORIGIN = 'https://no-such-host.invalid'
const TOKEN = 'token-of-the-purges'

const files = (api: string) => ({
  'index.html':
    '<!doctype html><html><head><title>x</title></head><body><hashbang-outlet></hashbang-outlet><script type="module" src="/main.ts"></script></body></html>',
  'main.ts': `import { start } from 'hashbang-router/browser'
    import { routes } from './routes.ts'
    start(routes)`,
  'routes.ts': `import { defineRoutes, html, htmlView, notFound, readableScheme, route } from 'hashbang-router'
    const view = async () => ({ default: htmlView(({ data }) => html\`<h1>\${data}</h1>\`) })
    const head = ({ data }) => ({ title: data, description: data })
    export const routes = defineRoutes({
      home: route('', { view, load: () => 'Home', head }),
      file: route('/file', { view, head, lastModified: '2020-01-01', load: async ({ fetch }) => (await fetch('/word.txt')).text() }),
      other: route('/other', { view, head, load: async ({ fetch }) => (await fetch('${api}/word')).text() }),
      proxied: route('/proxied', { view, head, index: false, load: async ({ fetch }) => (await fetch('/api/word')).text() }),
      none: route('/none', { view, load: () => notFound() }),
    }, { readable: readableScheme('/s/') })`,
  'public/word.txt': 'a word of a file',
  'hashbang.config.js': `export default { origin: '${ORIGIN}', allowFetch: ['${api}'], purgeToken: '${TOKEN}' }`,
})

const PURGE = {
  method: 'POST',
  headers: { authorization: `Bearer ${TOKEN}` },
  body: '{"all":true}',
}

const REQUESTS: readonly (readonly [path: string, init?: RequestInit])[] = [
  ['/'],
  ...['', '/file', '/other', '/none', '/no/such', '%zz'].map(
    (state) => [`/?_escaped_fragment_=${state}`] as const,
  ),
  ...['file', 'file.md', 'other.md', 'none', 'no/such', '!index.md'].map(
    (name) => [`/s/${name}`] as const,
  ),
  ['/', { headers: { accept: 'text/markdown' } }],
  ['/s/file', { headers: { accept: 'text/markdown' } }],
  ['/robots.txt'],
  ['/sitemap.xml'],
  ['/llms.txt'],
  ['/llms-full.txt'],
  ['/feed.xml'],
  ['/_hashbang/purge', PURGE],
  ['/_hashbang/purge', { ...PURGE, headers: {} }],
  ['/_hashbang/purge', { ...PURGE, body: '{}' }],
]

/** Without the bundler's additions: scripts, and the count of a cache that development lacks. */
const bodyOf = (text: string) =>
  text
    .replace(/<script\b[^>]*>[\s\S]*?<\/script>|<link rel="modulepreload"[^>]*>/g, '')
    .replace(/"count":\d+/, '"count":0')
    .replace(/\s+(?=<)/g, '')

async function answers(origin: string) {
  const all: Record<string, [status: number, type: string | null, body: string]> = {}
  for (const [path, init = {}] of REQUESTS) {
    const response = await fetch(origin + path, { redirect: 'manual', ...init })
    const type = response.headers.get('content-type')
    const name = `${path} ${JSON.stringify(init)}`
    all[name] = [response.status, type, bodyOf(await response.text())]
  }
  return all
}

test('development and preview return the same answers as the server, with the same data', async ({
  newProject,
}) => {
  const api = await listening((_, res) => void res.end('a word of an API'))
  const messages: string[] = []
  const info = (text: string) => void messages.push(text)
  const project = newProject(files(api.origin), {
    mode: 'production',
    customLogger: { ...createLogger('silent'), info },
    server: { port: 0, proxy: { '/api': api.origin } },
    plugins: [hashbang({ app: 'routes.ts', origin: ORIGIN, devtools: false })],
  })
  try {
    await project.build()
    const expected = await answers(await project.serve({ origin: ORIGIN }, 'hashbang.config.js'))
    const statusOf = (name: string) =>
      Object.entries(expected).find(([one]) => one.startsWith(name))?.[1]?.[0]
    expect(
      ['/robots.txt', '/sitemap.xml', '/llms.txt', '/feed.xml', '/s/file.md'].map(statusOf),
    ).toEqual([200, 200, 200, 200, 200])
    expect(await answers(await project.preview())).toEqual(expected)
    const origin = await project.develop()
    expect(await answers(origin)).toEqual(expected)
    const proxied = await fetch(`${origin}/?_escaped_fragment_=/proxied`)
    expect(await proxied.text()).toContain('<h1>a word of an API</h1>')
    expect(messages.join()).not.toContain('Production needs')
  } finally {
    await api.close()
  }
})
