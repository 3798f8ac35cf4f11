/**
 * `hashbang({ adopt: true })`: an app without a table, in Vite's dev server and preview, through
 * its own transformed modules.
 */
import { expect } from '@playwright/test'
import { hashbang } from 'hashbang-router/vite'
import { createLogger } from 'vite'
import { originOf, test } from '../vite-project.ts'

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

test('the dev server renders the current sources; preview and the server render the build', async ({
  newProject,
}) => {
  const lines: string[] = []
  const note = (text: string) => void lines.push(text)
  const project = newProject(FILES, {
    customLogger: { ...createLogger('silent'), info: note, warn: note, error: note },
    plugins: [hashbang({ adopt: { states: '#/', readable: '/s/' } })],
  })
  const server = await project.startDev()
  const developed = originOf(server)
  const ugly = `${developed}/?_escaped_fragment_=/a`
  const first = await fetch(ugly)
  expect([first.status, first.headers.get('cache-control')]).toEqual([200, 'no-store'])
  expect(await first.text()).toContain('<h1>Hello /a</h1><p>late</p>')
  expect(await textOf(`${developed}/s/a`)).toContain('href="/s/a"')
  expect(await textOf(`${developed}/`)).toContain('/@vite/client')
  expect(await textOf(`${developed}/sitemap.xml`)).toContain(`<loc>${developed}/s/a</loc>`)
  expect(await textOf(`${developed}/robots.txt`)).toContain(`Sitemap: ${developed}/sitemap.xml`)
  const seen = new Promise((resolve) => server.watcher.once('change', resolve))
  const greeting = project.read('src/greeting.ts')
  project.write({ 'src/greeting.ts': greeting.replace('Hello', 'Good day') })
  await seen
  await expect.poll(() => textOf(ugly)).toContain('Good day /a')
  server.printUrls()
  const urls = lines.splice(lines.findIndex((line) => line.includes('Local')))
  expect(urls.at(-1)).toBe(`  ➜  Snapshot: ${developed}/?_escaped_fragment_=`)
  // They are no faults of the app, which answers each state with status 200.
  expect(lines.filter((line) => !/page reload|hmr update|Unknown states/.test(line))).toEqual([])

  await project.build()
  const previewed = await project.preview()
  expect(await textOf(`${previewed}/?_escaped_fragment_=/a`)).toContain(
    `<link rel="canonical" href="${previewed}/s/a"></head><body><main><h1>Good day /a</h1><p>late`,
  )
  expect(await textOf(`${previewed}/sitemap.xml`)).toContain(`<loc>${previewed}/s/a</loc>`)
  const served = await project.serve()
  expect(await textOf(`${served}/s/a`)).toContain('<h1>Good day /a</h1><p>late')
  expect((await fetch(`${served}/hashbang.json`)).status).toBe(404)
})
