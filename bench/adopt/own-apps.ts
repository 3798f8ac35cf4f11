// Apps of the bench alone: one of React, which has to be built first, and one that shows two lines
// of text.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import { type App, appOf, page } from '../../test/adopt/apps.ts'

const SHOWS = { nexus: '' }
const PHONES = { 'phones.json': '' }

const REACT = `
  import { createElement as h, useEffect, useState, useSyncExternalStore } from 'react'
  import { createRoot } from 'react-dom/client'
  const phones = fetch('phones.json').then((answer) => answer.json())
  const subscribe = (changed) => {
    addEventListener('hashchange', changed)
    return () => removeEventListener('hashchange', changed)
  }
  function App() {
    const id = useSyncExternalStore(subscribe, () => location.hash.slice(2))
    const [all, setAll] = useState([])
    useEffect(() => { phones.then(setAll) }, [])
    const phone = all.find((one) => one.id === id)
    useEffect(() => { if (phone) document.title = phone.name }, [phone])
    const list = all.map(({ id, name }) => h('li', { key: id }, h('a', { href: '#!' + id }, name)))
    return h('div', null, phone && h('section', null, h('h1', null, phone.name), h('p', null, phone.text)), h('ul', null, list))
  }
  createRoot(document.querySelector('main')).render(h(App))`

const TRIVIAL = `
  const show = () => { document.querySelector('main').textContent = 'Name ' + location.hash.slice(3) + '.' }
  addEventListener('hashchange', show)
  show()`

const appOfScript = (script: string): App =>
  appOf('#!', SHOWS, {
    ...PHONES,
    'index.html': page('<main></main><script src="app.js"></script>'),
    'app.js': script,
  })

/** React with all entries, each a link. */
export const reactApp = async (): Promise<App> => appOfScript(await built(REACT))

export const trivialApp = (): App => appOfScript(TRIVIAL)

/** A classic script with all that a module imports. */
async function built(source: string): Promise<string> {
  const root = fileURLToPath(new URL('../../', import.meta.url))
  const folder = mkdtempSync(join(root, '.cache/adopt-'))
  const file = join(folder, 'app.js')
  writeFileSync(file, source)
  await build({
    ...{ root, configFile: false, logLevel: 'error' },
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      lib: { entry: file, formats: ['iife'], name: 'app', fileName: () => 'built.js' },
      ...{ outDir: folder, emptyOutDir: false, minify: true },
    },
  })
  const text = readFileSync(join(folder, 'built.js'), 'utf8')
  rmSync(folder, { recursive: true })
  return text
}
