/**
 * Unmodified apps show the same in our engine as in Chromium. Each state takes a worker thread, two documents in Chromium, and the
 * half second in which its network is to be idle.
 */

import { join } from 'node:path'
import { test } from '@playwright/test'
import { build } from 'vite'
import { APPS, writeApp } from './apps.ts'
import { expectSame } from './expect-same.ts'

test.use({ timezoneId: 'UTC', locale: 'en-US' })

/** The README names these; the others are more libraries of the same kinds. */
const NAMED = ['angularjs', 'vue', 'docsify']

for (const [name, app] of Object.entries(APPS)) {
  const tag = NAMED.includes(name) ? [] : ['@nightly']
  test(`an app of ${name} shows the same as in Chromium`, { tag }, async ({ page }, info) => {
    const folder = info.outputPath('site')
    writeApp(app, folder)
    await expectSame(page, folder, app)
  })
}

test("an app of React Router's HashRouter shows the same as in Chromium", async ({
  page,
}, info) => {
  const folder = info.outputPath('source')
  writeApp(
    {
      files: {
        'index.html':
          '<!doctype html><title>React</title><div id="root"></div><script type="module" src="/main.js"></script>',
        'main.js': `
          import { createElement as h, lazy, Suspense, useEffect, useState } from 'react'
          import { createRoot } from 'react-dom/client'
          import { HashRouter, Link, Route, Routes, useParams } from 'react-router'
          const About = lazy(() => import('./about.js'))
          function Phone() {
            const { id } = useParams()
            const [phone, set] = useState()
            useEffect(() => { fetch('phones.json').then((r) => r.json()).then((all) => set(all[id])) }, [id])
            return phone ? h('main', null, h('title', null, phone), h('h1', null, phone)) : h('p', null, 'Loading')
          }
          createRoot(document.getElementById('root')).render(h(HashRouter, null,
            h('nav', null, h(Link, { to: '/phones/xoom' }, 'Xoom'), h(Link, { to: '/about' }, 'About')),
            h(Suspense, { fallback: 'Wait' }, h(Routes, null,
              h(Route, { path: '/', element: h('h1', null, 'Home') }),
              h(Route, { path: '/phones/:id', element: h(Phone) }),
              h(Route, { path: '/about', element: h(About) })))))`,
        'about.js': `import { createElement as h } from 'react'
          export default () => h('h1', null, 'About')`,
        'public/phones.json': '{"xoom":"Motorola XOOM"}',
      },
    },
    folder,
  )
  await build({ root: folder, logLevel: 'silent', configFile: false, base: './' })
  await expectSame(page, join(folder, 'dist'), {
    prefix: '#/',
    states: ['', '/phones/xoom', '/about'],
  })
})
