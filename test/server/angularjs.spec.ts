/** Views of AngularJS components, in development: as a snapshot, and in a browser, where they stay for the next state. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { hashbang } from 'hashbang-router/vite'
import { createServer } from 'vite'

const FILES = {
  'index.html':
    '<!doctype html><html lang="en"><head><title>Words</title></head><body><hashbang-outlet></hashbang-outlet><script type="module" src="/main.js"></script></body></html>',
  'main.js': `import { start } from 'hashbang-router/browser'
import { routes } from './routes.js'
start(routes)`,
  'routes.js': `import { defineRoutes, route } from 'hashbang-router'
import { angularjsView } from 'hashbang-router/angularjs'
export const routes = defineRoutes({
  word: route('/word/:lemma', {
    load: ({ params }) => ({ lemma: params.lemma }),
    view: () => angularjsView(import('./word.js')),
  }),
})`,
  'word.js': `import angular from 'angular'
angular.module('words', []).filter('loud', () => (text) => text.toUpperCase())
export default {
  modules: ['words'],
  bindings: { data: '<' },
  template: '<h1>{{ $ctrl.data.lemma | loud }}</h1><input aria-label="note"><a ng-href="#!/word/hero">hero</a>',
}`,
}

test('a component is in the snapshot, and keeps what was typed from one state to the next', async ({
  page,
}) => {
  const cache = join(import.meta.dirname, '../../.cache')
  mkdirSync(cache, { recursive: true })
  const root = mkdtempSync(join(cache, 'angularjs-'))
  for (const [file, text] of Object.entries(FILES)) writeFileSync(join(root, file), text)
  const server = await createServer({
    configFile: false,
    root,
    logLevel: 'silent',
    cacheDir: join(root, '.vite'),
    server: { port: 0 },
    plugins: [hashbang({ app: 'routes.js' })],
  })
  try {
    await server.listen()
    const { origin } = new URL(server.resolvedUrls?.local[0] ?? '')
    const snapshot = await fetch(`${origin}/?_escaped_fragment_=/word/ajax`)
    expect(await snapshot.text()).toMatch(/<h1[^>]*>AJAX<\/h1>/)
    await page.goto(`${origin}/#!/word/ajax`)
    await expect(page.locator('h1')).toHaveText('AJAX')
    await page.getByLabel('note').fill('typed')
    await page.getByRole('link', { name: 'hero' }).click()
    await expect(page.locator('h1')).toHaveText('HERO')
    await expect(page.getByLabel('note')).toHaveValue('typed')
  } finally {
    await server.close()
    rmSync(root, { recursive: true, force: true })
  }
})
