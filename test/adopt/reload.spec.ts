/**
 * Pages that load themselves anew, once, with a mark that says so: they show in a snapshot what they show in Chromium in the end.
 */

import { expect, test } from '@playwright/test'
import { createHandler } from 'hashbang-router/server'
import { writeApp } from './apps.ts'
import { expectSame } from './expect-same.ts'

/** What a page does at a state before it shows anything; it has gone then. Each has marks of its own names. */
const RELOADS: Readonly<Record<string, string>> = {
  session: `if (!sessionStorage.x) { sessionStorage.x = 1; location.reload() }`,
  local: `if (!localStorage.getItem('ü key')) { location.reload(); localStorage.setItem('ü key', '{"a":1}') }`,
  cookie: `if (!/mark=/.test(document.cookie)) { document.cookie = 'mark=a%20b; path=/; max-age=600'; location.reload() }`,
  name: `if (name !== 'marked') { window.name = 'marked'; location.reload() }`,
  twice: `const n = +(sessionStorage.n ?? 0); if (n < 2) { sessionStorage.n = n + 1; location.reload() }`,
  type: `if (performance.navigation.type === 0) location.reload()`,
  late: `if (!sessionStorage.late) setTimeout(() => { sessionStorage.late = 1; location.reload() }, 50)`,
  loaded: `addEventListener('load', () => { if (!sessionStorage.loaded) { sessionStorage.loaded = 1; location.reload() } })`,
  moved: `if (!sessionStorage.moved) { sessionStorage.moved = 1; location.hash = '/elsewhere'; location.reload() }`,
  home: `location.href = location.pathname`,
  query: `if (!location.search) location.search = '?v=1'`,
  replaced: `if (!location.search) location.replace('?v=2' + location.hash)`,
  pushed: `if (!location.search) { history.replaceState(null, '', '?v=3' + location.hash); location.reload() }`,
  state: `if (history.state === null) { const given = { list: [1, new Date(0)] }; history.replaceState(given, ''); given.list.push(2); location.reload() }`,
  forgotten: `if (!sessionStorage.forgotten) { sessionStorage.forgotten = 1; history.replaceState(0, ''); location.search = '?v=4' }`,
  emptied: `location.hash = ''`,
}

const PAGE = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Reload</title></head><body><a href="/#/a">A</a><main>Not yet</main><script>
  const reloads = { ${Object.entries(RELOADS).map(([name, code]) => `'${name}': () => { ${code} }`)} }
  const kind = location.hash.slice(2)
  reloads[kind]?.()
  const show = () => {
    const storage = (one) => Object.keys(one).filter((key) => /^[a-zü]/.test(key)).sort().map((key) => key + '=' + one[key])
    document.querySelector('main').textContent = [location.search, location.hash, kind === 'local' && storage(localStorage), kind === 'cookie' && document.cookie, kind === 'name' && window.name, performance.navigation.type, JSON.stringify(history.state), history.state?.list[1].getTime()].join()
  }
  addEventListener('hashchange', show)
  show()
</script></body></html>`

/** One of each kind: each mark that a page may leave, and each way to go. */
const FIRST = ['session', 'cookie', 'type', 'query', 'state', 'emptied']
const OTHERS = Object.keys(RELOADS).filter((kind) => !FIRST.includes(kind))

for (const [which, kinds, tag] of [
  ['that load themselves anew', FIRST, []],
  ['that load themselves anew in other ways', OTHERS, ['@nightly']],
] as const) {
  test(`pages ${which} show the same as in Chromium`, { tag: [...tag] }, async ({ page }, info) => {
    const folder = info.outputPath('site')
    writeApp({ files: { 'index.html': PAGE } }, folder)
    await expectSame(page, folder, { prefix: '#/', states: kinds.map((kind) => `/${kind}`) })
  })
}

test('links of a page that has gone to a query lead to states, and another file is a redirect', async ({
  baseURL: _,
}, info) => {
  const folder = info.outputPath('site')
  const script = `if (location.hash === '#/away') location.href = '/other.html?a#/x'
    else if (!location.search) location.search = '?v=1'
    else document.body.append('at ' + location.hash)`
  writeApp(
    {
      files: {
        'index.html': `<!doctype html><title>T</title><a href="#/a">A</a><script>${script}</script>`,
      },
    },
    folder,
  )
  const site = await createHandler({
    ...{ origin: 'http://site.test', pages: { '/': { site: folder, states: '#/' } } },
    ...{ workers: 1, limits: { deadline: 90_000 } },
  })
  const get = (state: string) =>
    site({ method: 'GET', target: `/?_escaped_fragment_=${state}`, headers: {} })
  try {
    const { status, body } = (await get('/b')) ?? {}
    expect(status).toBe(200)
    expect(String(body)).toContain('href="/?_escaped_fragment_=/a"')
    expect((await get('/away'))?.headers).toMatchObject({
      location: 'http://site.test/other.html?a#/x',
    })
  } finally {
    await site.close()
  }
})
