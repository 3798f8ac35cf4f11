/** Pages that go wrong go wrong alone. */

import { page } from './apps.ts'
import { functionsOf } from './expect-same.ts'
import { expect, test } from './fixtures.ts'

const pageOf = (script: string, head = '') =>
  page(`<h1>Static</h1><div id="app"></div><script>${script}</script>`, head)

const SHOW = `document.querySelector('#app').textContent = 'State ' + location.hash`

const form = (method: string) =>
  `document.body.insertAdjacentHTML('beforeend', '<form action="/find" method="${method}"><input name="q" value="a b"></form>'); document.forms[0].submit()`

/** The actions of a page by its state, one of each kind; more are in hostile.spec.ts. */
const TROUBLES: Readonly<Record<string, string>> = {
  throws: `throw new Error('broken by itself')`,
  empties: `setTimeout(() => { console.error('no data'); document.body.replaceChildren() }, 50)`,
  cannotBeWritten: `document.body.insertAdjacentHTML('beforeend', '<svg></svg>'); const style = document.createElement('style'); style.textContent = '<img>'; document.querySelector('svg').append(style)`,
  reloads: 'location.reload()',
  posts: form('post'),
  away: `location.href = '/other.html#x'`,
  searches: form('get'),
}
const LOGS: Readonly<Record<string, RegExp | string>> = {
  throws: /None of the page's scripts ran to its end: [\s\S]*broken by itself/,
  empties: /The page shows nothing[\s\S]*console.error: no data/,
  cannotBeWritten: /The parser would not put <style>/,
  reloads: /reloads itself/,
  posts: /sends a form to http:\/\/site.test\/find/,
  away: 'http://site.test/other.html#x',
  searches: 'http://site.test/find?q=a+b',
}

test('a page that fails has status 503 and its reason in the log; a move away is a redirect', async ({
  open,
}) => {
  const script = `({ ${functionsOf(TROUBLES)} })[location.hash.slice(3)]?.()\n${SHOW}`
  const { get, logOf, replaced } = await open({ 'index.html': pageOf(script) })
  await Promise.all(
    Object.entries(LOGS).map(async ([name, log]) => {
      const { status, headers } = await get(`/${name}`)
      const [lines, isAway] = [logOf(`/${name}`), typeof log === 'string']
      expect([status, headers.location], lines).toEqual(isAway ? [302, log] : [503, undefined])
      expect(lines, name).toMatch(isAway ? /^$/ : log)
    }),
  )
  expect((await get('/fine')).body).toContain('State #!/fine')
  expect(replaced).toEqual([])
})

test('a page past the deadline has status 503; the first page of a worker has time to compile the app', async ({
  open,
}) => {
  const { get, logOf } = await open({ 'index.html': pageOf(SHOW) }, { limits: { deadline: 1 } })
  await get('/first')
  expect(logOf()).not.toContain(' 1 ms')
  expect((await get('/second')).status).toBe(503)
  expect(logOf('/second')).toMatch(
    /no page after 1 ms.*"limits.deadline"|over 1 ms without a pause/,
  )
})

test('a page sets its status, its canonical URL and the moment when it is ready', async ({
  open,
}) => {
  const meta = (name: string, content: string) =>
    `document.head.insertAdjacentHTML('beforeend', '<meta name="${name}" content="${content}">')`
  // No snapshot waits as long for a timer that nothing speaks of.
  const script = `window.prerenderReady = false
    const state = location.hash.slice(2)
    if (state === '/gone') ${meta('prerender-status-code', '410')}
    if (state === '/moved') { ${meta('prerender-status-code', '301')}; ${meta('prerender-header', 'Location: http://site.test/#!/new')} }
    if (state === '/own') document.querySelector('[rel=canonical]').href = 'http://site.test/elsewhere'
    if (state === '/sent') document.head.insertAdjacentHTML('beforeend', '<meta http-equiv="refresh" content="0; url=#!/fine">')
    setTimeout(() => { ${SHOW}; window.prerenderReady = true }, 1500)`
  const head =
    '<link rel="canonical" href="http://site.test/"><meta property="og:url" content="http://site.test/"><meta name="fragment" content="!">'
  const { get } = await open({ 'index.html': pageOf(script, head) })
  const states = ['/fine', '', '/own', '/gone', '/moved', '/sent']
  const [fine, home, own, gone, moved, sent] = await Promise.all(states.map(get))
  expect(fine?.body).toContain('State #!/fine')
  expect(fine?.body).not.toContain('name="fragment"')
  const ogUrl = (url: string) => `<meta property="og:url" content="${url}">`
  expect(fine?.body).toContain(ogUrl('http://site.test/#!/fine'))
  expect(home?.body).toContain(ogUrl('http://site.test/'))
  expect(fine?.headers.link).toBe('<http://site.test/#!/fine>; rel="canonical"')
  expect(home?.headers.link).toBe('<http://site.test/>; rel="canonical"')
  expect(own?.headers.link).toBe('<http://site.test/elsewhere>; rel="canonical"')
  expect(gone).toMatchObject({ status: 410, body: expect.not.stringMatching(/canonical|og:url/) })
  expect(moved).toMatchObject({ status: 301, headers: { location: 'http://site.test/#!/new' } })
  expect(sent).toMatchObject({ status: 302, headers: { location: 'http://site.test/#!/fine' } })
})

test('a page that draws by WebGL goes on with an empty canvas, with a warning', async ({
  open,
}) => {
  const script = `const canvas = document.createElement('canvas')
    const gl = canvas.getContext('webgl2')
    if (!gl.getSupportedExtensions().length && Array.isArray(gl.getSupportedExtensions())) document.title = gl.getParameter(gl.VERSION)
    document.querySelector('#app').append(canvas)
    ${SHOW}`
  const { get, logOf } = await open({ 'index.html': pageOf(script) })
  const { body } = await get('/drawn')
  expect(body).toContain('<title>WebGL 2.0 ')
  expect(body).toContain('State #!/drawn')
  expect(logOf()).toContain("getContext('webgl2'): the canvas stays empty")
})

test('caches store a page whose data failed for ten seconds at most', async ({ open }) => {
  const script = `const state = location.hash.slice(3); ${SHOW}
    if (state === 'caught') try { null.data } catch (error) { console.error('No data', error) }
    if (state === 'logs') console.error('An old browser')
    if (state === 'served') fetch('data.json').catch(() => {})`
  const { get } = await open(
    { 'index.html': pageOf(script), 'data.json': '{}' },
    { origin: 'http://site.test' },
  )
  const life = async (state: string) => String((await get(state)).headers['cache-control'])
  expect(await life('/caught')).toMatch(/^max-age=10\b/)
  expect(await life('/logs')).toMatch(/^max-age=60\b/)
  expect(await life('/served')).toMatch(/^max-age=60\b/)
})

test('references of a page resolve by its <base>, and its states stay at the page', {
  tag: '@nightly',
}, async ({ open }) => {
  const { get } = await open({
    'index.html': pageOf(
      `document.body.insertAdjacentHTML('beforeend', '<a href="more">More</a><img src="a.png"><a href="/#!/x">X</a>')
      if (location.hash === '#!/a') location.hash = '!/b'; addEventListener('hashchange', () => { ${SHOW} }); ${SHOW}`,
      '<base href="/deep/er/"><link rel="stylesheet" href="a.css"><script src="app.js"></script>',
    ),
    'deep/er/app.js': 'document.title = "Deep"',
  })
  const { body } = await get('/a')
  expect(body).toContain('<title>Deep</title>')
  expect(body).toContain('State #!/b')
  for (const reference of [
    'href="http://site.test/deep/er/a.css"',
    'src="http://site.test/deep/er/a.png"',
    'href="http://site.test/deep/er/more"',
    'href="/#!/x"',
  ])
    expect(body).toContain(reference)
})
