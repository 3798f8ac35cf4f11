/**
 * Pages that go wrong go wrong alone: whoever asks for one gets an answer that says so, the log its cause, and others are
 * answered.
 */

import { expect, test } from '@playwright/test'
import { createHandler, type Site } from 'hashbang-router/server'
import { writeApp } from './apps.ts'

const page = (script: string, head = '') =>
  `<!doctype html><html><head><title>T</title>${head}</head><body><h1>Static</h1><div id="app"></div><script>${script}</script></body></html>`

const show = `document.querySelector('#app').textContent = 'State ' + location.hash`

/** What a state does, by its name; all else is shown. */
const TROUBLES = `
  const state = location.hash.slice(2)
  const form = (method) => {
    document.body.insertAdjacentHTML('beforeend', '<form action="/find" method="' + method + '"><input name="q" value="a b"></form>')
    return document.forms[0]
  }
  const troubles = {
    '/hangs': () => { for (;;); },
    '/throws': () => { throw new Error('broken by itself') },
    '/reloads': () => location.reload(),
    '/counts': () => { localStorage.n = +(localStorage.n ?? 0) + 1; location.reload() },
    '/loops': () => { addEventListener('hashchange', () => { location.hash = '!/loops/' + Math.random() }); location.hash = '!/loops/0' },
    '/fetches': () => { const again = () => fetch('/data.json').then(again); again() },
    '/frames': () => { const f = document.createElement('iframe'); f.src = 'javascript:"\\'x\\'"'; document.body.append(f); try { f.contentDocument.open() } catch {} },
    '/unready': () => { window.prerenderReady = false },
    '/exits': () => process.exit(1),
    '/swells': () => { const all = []; for (;;) all.push(new Array(1e6).fill(all.length)) },
    '/away': () => { location.href = '/other.html#x' },
    '/posts': () => form('post').submit(),
    '/searches': () => form('get').submit(),
    '/rewrites': () => setTimeout(() => document.write('gone'), 50),
    '/empties': () => setTimeout(() => { console.error('no data'); document.body.replaceChildren() }, 50),
  }
  troubles[state]?.()
  ${show}`

// Some of them go on until they are stopped, and each waits for a worker to start.
let site: Site
let warnings: { state: string; warnings: readonly string[] }[] = []

const get = async (state: string) => {
  const target = `/?_escaped_fragment_=${encodeURIComponent(state)}`
  const answer = await site({ method: 'GET', target, headers: {} })
  return { status: answer?.status, body: String(answer?.body), headers: answer?.headers }
}
const told = (state: string) =>
  warnings
    .filter((one) => one.state === state)
    .flatMap((one) => one.warnings)
    .join('\n')

async function open(folder: string, files: Readonly<Record<string, string>>, more: object = {}) {
  writeApp({ files }, folder)
  warnings = []
  site = await createHandler(
    {
      origin: 'http://site.test',
      pages: { '/': { site: folder, states: '#!/' } },
      ...{ workers: 1, limits: { deadline: 90_000 } },
      ...more,
    },
    {
      observers: [
        (event) => {
          if (event.type === 'warning') warnings.push(event)
        },
      ],
    },
  )
}

test.afterEach(() => site.close())

/** What says at once what is wrong with it. */
const TOLD: readonly [state: string, status: number, log: RegExp][] = [
  ['/throws', 503, /None of the page's scripts ran to its end: [\s\S]*broken by itself/],
  ['/reloads', 503, /reloads itself/],
  ['/counts', 503, /reloads itself/],
  ['/loops', 503, /without end/],
  ['/frames', 503, /looks into a frame .* its address is a script/],
  ['/unready', 503, /prerenderReady/],
  ['/exits', 503, /process is not defined/],
  ['/rewrites', 503, /writes itself anew/],
  ['/empties', 503, /The page shows nothing[\s\S]*console.error: no data/],
  ['/posts', 503, /sends a form to http:\/\/site.test\/find/],
  ['/away', 302, /^$/],
  ['/searches', 302, /^$/],
]

/** One of each kind: none of the others is another promise. */
const FIRST = ['/throws', '/empties', '/reloads', '/posts', '/away']
const isFirst = ([state]: (typeof TOLD)[number]) => FIRST.includes(state)

for (const [what, cases, tag] of [
  ['goes wrong', TOLD.filter(isFirst), []],
  ['goes wrong in another way', TOLD.filter((one) => !isFirst(one)), ['@nightly']],
] as const) {
  test(
    `a page that ${what} is no page, and the log says why`,
    { tag: [...tag] },
    async ({ baseURL: _ }, info) => {
      await open(info.outputPath('site'), { 'index.html': page(TROUBLES) })
      await Promise.all(
        cases.map(async ([state, status, log]) => {
          const answer = await get(state)
          expect(answer.status, `${state}: ${told(state)}`).toBe(status)
          expect(told(state), state).toMatch(log)
          if (state === '/away')
            expect(answer.headers).toMatchObject({ location: 'http://site.test/other.html#x' })
          if (state === '/searches')
            expect(answer.headers).toMatchObject({ location: 'http://site.test/find?q=a+b' })
        }),
      )
      expect((await get('/fine')).body).toContain('State #!/fine')
    },
  )
}

for (const [what, states, tag] of [
  ['never ends', ['/hangs'], []],
  ['never ends in another way', ['/fetches', '/swells'], ['@nightly']],
] as const) {
  test(
    `a page that ${what} is ended, and others are answered beside it`,
    {
      tag: [...tag],
    },
    async ({ baseURL: _ }, info) => {
      const files = { 'index.html': page(TROUBLES), 'data.json': '{}' }
      await open(info.outputPath('site'), files, { limits: { deadline: 2500 } })
      for (const state of states) {
        const [bad, good] = await Promise.all([get(state), get(`/fine${state}`)])
        expect(bad.status, `${state}: ${told(state)}`).toBe(503)
        expect(good.status, `beside ${state}: ${told(`/fine${state}`)}`).toBe(200)
        expect(good.body).toContain(`State #!/fine${state}`)
      }
    },
  )
}

test(
  'a page of 10,000 scripts is none, however it comes to them, and others are answered beside it',
  {
    tag: '@nightly',
  },
  async ({ baseURL: _ }, info) => {
    const bombs = `const one = (text) => Object.assign(document.createElement('script'), { text })
    const bombs = {
      '/inserts': () => { for (let i = 0; i < 10_000; i++) document.head.append(one('1')) },
      '/writes': () => { for (let i = 0; i < 10_000; i++) document.write('<script>1<\\/script>') },
      '/writes-once': () => document.write('<script>1<\\/script>'.repeat(10_000)),
      '/grows': () => { window.grow = () => document.head.append(one('Promise.resolve().then(grow)')); grow() },
      '/loads': () => { for (let i = 0; i < 10_000; i++) document.head.append(Object.assign(one(''), { src: 'none.js?' + i })) },
      '/frames': () => { const f = document.createElement('iframe'); f.srcdoc = '<script>1<\\/script>'.repeat(10_000); document.body.append(f) },
    }
    bombs[location.hash.slice(2)]?.()
    ${show}`
    const patience = { limits: { deadline: 60_000 } }
    await open(info.outputPath('site'), { 'index.html': page(bombs) }, patience)
    const states = ['inserts', 'writes', 'writes-once', 'grows', 'loads', 'frames']
    await Promise.all(
      states.map(async (state) => {
        const [bad, good] = await Promise.all([get(`/${state}`), get(`/fine/${state}`)])
        expect(bad.status, `${state}: ${told(`/${state}`)}`).toBe(503)
        expect(told(`/${state}`), `${state}: ${bad.body}`).toContain('more than 2000 scripts')
        expect(good.body).toContain(`State #!/fine/${state}`)
      }),
    )
  },
)

test('a page says its status, its canonical URL, and when it is ready', async ({
  baseURL: _,
}, info) => {
  const meta = (name: string, content: string) =>
    `document.head.insertAdjacentHTML('beforeend', '<meta name="${name}" content="${content}">')`
  await open(info.outputPath('site'), {
    'index.html': page(
      `window.prerenderReady = false
      const state = location.hash.slice(2)
      if (state === '/gone') ${meta('prerender-status-code', '410')}
      if (state === '/moved') { ${meta('prerender-status-code', '301')}; ${meta('prerender-header', 'Location: http://site.test/#!/new')} }
      if (state === '/own') document.querySelector('[rel=canonical]').href = 'http://site.test/elsewhere'
      if (state === '/missing') document.title = 'Page not found'
      setTimeout(() => { ${show}; window.prerenderReady = true }, 3000)`,
      '<link rel="canonical" href="http://site.test/"><meta name="fragment" content="!">',
    ),
  })
  const states = ['/fine', '', '/own', '/gone', '/moved', '/missing']
  const [fine, home, own, gone, moved, missing] = await Promise.all(states.map(get))
  expect(fine?.body).toContain('State #!/fine')
  expect(fine?.body).not.toContain('name="fragment"')
  expect(fine?.headers?.link).toBe('<http://site.test/#!/fine>; rel="canonical"')
  expect(home?.headers?.link).toBe('<http://site.test/>; rel="canonical"')
  expect(own?.headers?.link).toBe('<http://site.test/elsewhere>; rel="canonical"')
  expect(gone?.status).toBe(410)
  expect(moved).toMatchObject({
    status: 301,
    headers: { location: 'http://site.test/#!/new' },
  })
  expect(missing?.status).toBe(200)
  expect(told('/missing')).toContain('looks like a missing page')
})

test('what a page with another base refers to is where it says', async ({ baseURL: _ }, info) => {
  await open(info.outputPath('site'), {
    'index.html': page(
      `document.body.insertAdjacentHTML('beforeend', '<a href="more">More</a><img src="a.png"><a href="/#!/x">X</a>')`,
      '<base href="/deep/er/"><link rel="stylesheet" href="a.css"><script src="app.js"></script>',
    ),
    'deep/er/app.js': 'document.title = "Deep"',
  })
  const { body } = await get('/a')
  expect(body).toContain('<title>Deep</title>')
  for (const reference of [
    'href="http://site.test/deep/er/a.css"',
    'src="http://site.test/deep/er/a.png"',
    'href="http://site.test/deep/er/more"',
    'href="/#!/x"',
  ])
    expect(body).toContain(reference)
})

test('a page with another base goes to a state, not to its base', async ({ baseURL: _ }, info) => {
  const moves = `if (location.hash === '#!/a') location.hash = '!/b'; addEventListener('hashchange', () => { ${show} }); ${show}`
  await open(info.outputPath('site'), { 'index.html': page(moves, '<base href="/deep/er/">') })
  const { status, body } = await get('/a')
  expect(status).toBe(200)
  expect(body).toContain('State #!/b')
})

test(
  'what is not proven is not kept: a page that failed once is made again',
  {
    tag: '@nightly',
  },
  async ({ baseURL: _ }, info) => {
    const folder = info.outputPath('site')
    const index = page('').replace('<script></script>', '<script src="app.js"></script>')
    await open(folder, { 'index.html': index })
    expect((await get('/a')).status).toBe(503)
    expect(told('/a')).toContain('app.js returns status 404')
    writeApp({ files: { 'app.js': show } }, folder)
    // A failure is kept for a moment, so that it is not made again by everybody at once.
    await expect
      .poll(async () => (await get('/a')).body, { timeout: 60_000 })
      .toContain('State #!/a')
  },
)

test('settings of an adopted page are checked', async () => {
  const { loadConfig } = await import('hashbang-router/server')
  const failed = await loadConfig('test/fixtures/site/hashbang.config.js', {
    pages: { '/': { site: '', states: '/x', app: 'a.js' } },
  }).catch((error: Error) => error.message)
  expect(failed).toContain('"app" is no setting of a page')
  expect(failed).toContain('"site" is ""')
  expect(failed).toContain(
    '"states" is "/x": it must be what fragments of states begin with: one of',
  )
  site = { close: async () => undefined } as Site
})
