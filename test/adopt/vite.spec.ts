/**
 * `hashbang({ adopt: true })`: an app without a table, in Vite's dev server and preview, through
 * its own transformed modules.
 */

import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { loadConfig, startServer } from 'hashbang-router/server'
import { hashbang } from 'hashbang-router/vite'
import { build, createLogger, createServer, type InlineConfig, preview } from 'vite'
import { writeApp } from './apps.ts'

const FILES = {
  'index.html':
    '<!doctype html><html><head><title>T</title></head><body><main></main><script type="module" src="/src/main.ts"></script></body></html>',
  'src/main.ts': `
    import './style.css'
    import { greeting } from './greeting.ts'
    const show = async () => {
      const { text } = await import('./late.ts')
      const state: string = location.hash.slice(1) || '/'
      document.querySelector('main')!.innerHTML = \`<h1>\${greeting(state)}</h1><p>\${text}</p><a href="#/a">a</a>\`
    }
    addEventListener('hashchange', show)
    show()`,
  'src/greeting.ts': `export const greeting = (name: string) => 'Hello ' + name`,
  'src/late.ts': `export const text = 'late'`,
  'src/style.css': 'h1 { color: red }',
}

const textOf = async (url: string) => (await fetch(url)).text()

let root: string
test.beforeAll(() => {
  // Vite watches no folder of test results.
  root = realpathSync(mkdtempSync(join(tmpdir(), 'hashbang-adopt-')))
  writeApp({ files: FILES }, root)
})
test.afterAll(() => rmSync(root, { recursive: true }))

test('the dev server renders the current sources; preview and the server render the build', async () => {
  const plugins = [hashbang({ adopt: { states: '#/', readable: '/s/' } })]
  const config: InlineConfig = { root, configFile: false, logLevel: 'silent', plugins }
  const at = { port: 0, host: '127.0.0.1' }
  const lines: string[] = []
  const note = (text: string) => void lines.push(text)
  const customLogger = { ...createLogger('silent'), info: note, warn: note, error: note }
  const server = await createServer({ ...config, customLogger, server: at })
  try {
    await server.listen()
    const { origin } = new URL(server.resolvedUrls?.local[0] ?? '')
    const ugly = `${origin}/?_escaped_fragment_=/a`
    const first = await fetch(ugly)
    expect([first.status, first.headers.get('cache-control')]).toEqual([200, 'no-store'])
    expect(await first.text()).toContain('<h1>Hello /a</h1><p>late</p>')
    expect(await textOf(`${origin}/s/a`)).toContain('href="/s/a"')
    expect(await textOf(`${origin}/`)).toContain('/@vite/client')
    expect(await textOf(`${origin}/sitemap.xml`)).toContain(`<loc>${origin}/s/a</loc>`)
    expect(await textOf(`${origin}/robots.txt`)).toContain(`Sitemap: ${origin}/sitemap.xml`)
    const file = join(root, 'src/greeting.ts')
    const seen = new Promise((resolve) => server.watcher.once('change', resolve))
    writeFileSync(file, readFileSync(file, 'utf8').replace('Hello', 'Good day'))
    await seen
    await expect.poll(() => textOf(ugly)).toContain('Good day /a')
    server.printUrls()
    const urls = lines.splice(lines.findIndex((line) => line.includes('Local')))
    expect(urls.at(-1)).toBe(`  ➜  Snapshot: ${origin}/?_escaped_fragment_=`)
    // They are no faults of the app, which answers each state with status 200.
    expect(lines.filter((line) => !/page reload|hmr update|Unknown states/.test(line))).toEqual([])
  } finally {
    await server.close()
  }
  await build(config)
  const built = await preview({ ...config, preview: at })
  try {
    const { origin } = new URL(built.resolvedUrls?.local[0] ?? '')
    expect(await textOf(`${origin}/?_escaped_fragment_=/a`)).toContain(
      `<link rel="canonical" href="${origin}/s/a"></head><body><main><h1>Good day /a</h1><p>late`,
    )
    expect(await textOf(`${origin}/sitemap.xml`)).toContain(`<loc>${origin}/s/a</loc>`)
  } finally {
    await built.close()
  }
  const over = { origin: 'https://adopted.test', port: 0, workers: 1 }
  const served = await loadConfig(join(root, 'dist/hashbang.json'), over)
  const production = await startServer(served)
  try {
    const at = `http://127.0.0.1:${production.port}`
    expect(await textOf(`${at}/s/a`)).toContain('<h1>Good day /a</h1><p>late')
    expect((await fetch(`${at}/hashbang.json`)).status).toBe(404)
  } finally {
    await production.stop()
  }
})
