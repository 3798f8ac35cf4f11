/**
 * Pages that reload themselves once, with a mark that records it: their snapshot has the final
 * content that Chromium shows.
 */

import { functionsOf, statesOf, test } from './expect-same.ts'
import { expect } from './fixtures.ts'

/**
 * The actions of a page at a state before it shows anything; then it has left. Each has marks of
 * its own names.
 */
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
  state: `if (history.state === null) { const value = { list: [1, new Date(0)] }; history.replaceState(value, ''); value.list.push(2); location.reload() }`,
  forgotten: `if (!sessionStorage.forgotten) { sessionStorage.forgotten = 1; history.replaceState(0, ''); location.search = '?v=4' }`,
  emptied: `location.hash = ''`,
}

const LAST: Readonly<Record<string, string>> = {
  ...{ local: 'ü key={"a":1}', cookie: 'mark=a%20b,1', name: 'marked,1', twice: 'n=2,1' },
  ...{ moved: '#/elsewhere,,1,null', home: 'At ,,,0,null', emptied: 'At ,,,0,null' },
  ...{ query: '?v=1,#/query', replaced: '?v=2,#/replaced,,0', pushed: '?v=3,#/pushed,,1' },
  state: ',1,{"list":[1,"1970-01-01T00:00:00.000Z"]},0',
  forgotten: '?v=4,#/forgotten,,0,null',
}

const PAGE = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Reload</title></head><body><a href="/#/a">A</a><main>Not yet</main><script>
  const reloads = { ${functionsOf(RELOADS)} }
  const kind = location.hash.slice(2)
  reloads[kind]?.()
  const storage = (one) => Object.keys(one).filter((key) => /^[a-zü]/.test(key)).sort().map((key) => key + '=' + one[key])
  const marks = { local: () => storage(localStorage), cookie: () => document.cookie, name: () => window.name, twice: () => 'n=' + sessionStorage.n }
  const show = () => {
    document.querySelector('main').textContent = 'At ' + [location.search, location.hash, marks[kind]?.(), performance.navigation.type, JSON.stringify(history.state), history.state?.list[1].getTime()].join()
  }
  addEventListener('hashchange', show)
  show()
</script></body></html>`

test('pages that reload themselves have the same content as in Chromium', ({ expectSame }) =>
  expectSame({
    ...{ prefix: '#/', shows: statesOf(RELOADS, LAST, ',1,null') },
    files: { 'index.html': PAGE },
  }))

test('links of a page that adds a query lead to states, and a move to another file is a redirect', async ({
  open,
}) => {
  const script = `if (location.hash === '#/away') location.href = '/other.html?a#/x'
    else if (!location.search) location.search = '?v=1'
    else document.body.append('at ' + location.hash)`
  const index = `<!doctype html><title>T</title><a href="#/a">A</a><script>${script}</script>`
  const { get } = await open({ 'index.html': index }, { states: '#/' })
  const { status, body } = await get('/b')
  expect(status).toBe(200)
  expect(body).toContain('href="/?_escaped_fragment_=/a"')
  expect((await get('/away')).headers.location).toBe('http://site.test/other.html?a#/x')
})
