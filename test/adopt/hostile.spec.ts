/**
 * Apps that mean harm, or do it by accident: each is answered or refused with its cause in the log, nothing that is not public is in
 * what anybody gets, and the states beside them are answered. Those that have to be ended take their deadline, and each state takes a
 * worker: so it takes over 20 s.
 */

import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { createHandler, type Site } from 'hashbang-router/server'
import { writeApp } from './apps.ts'

const SECRET = 'DB_PASSWORD=hunter2'

interface Hostile {
  /** What its script does; `out` is its only element, `port` that of a server that is not its own. */
  readonly does: string
  readonly status: 200 | 503
  /** What the log says of it. */
  readonly log: RegExp
  /** What the page shows. */
  readonly shows?: string
  /** Which test runs include it. Default: all. */
  readonly tag?: '@nightly' | undefined
  /** It computes, or waits, until it is ended. */
  readonly isEndless?: true
}

/** The page asks for a file, and shows what it is answered. */
const read = (path: string, shows: string): Hostile => ({
  does: `fetch(${JSON.stringify(path)}).then((r) => r.text().then((text) => { out.textContent = r.status + ' ' + text }))`,
  ...{ status: 200, shows, log: /^$/, tag: '@nightly' },
})

/** By state. */
const HOSTILE: Readonly<Record<string, Hostile>> = {
  '/microtasks': {
    isEndless: true,
    does: `const again = () => Promise.resolve().then(again); again()`,
    ...{ status: 503, log: /the snapshot of "\/microtasks" hung/ },
  },
  '/microtasks-by-await': {
    isEndless: true,
    does: `(async () => { for (;;) await null })()`,
    ...{ status: 503, log: /the snapshot of "\/microtasks-by-await" hung/, tag: '@nightly' },
  },
  '/observers': {
    isEndless: true,
    does: `new MutationObserver(() => { out.textContent += 'x' }).observe(out, { childList: true }); out.textContent = 'x'`,
    ...{ status: 503, log: /\/observers/, tag: '@nightly' },
  },
  '/hashes': {
    does: `addEventListener('hashchange', () => { location.hash = '!/hashes/' + Math.random() }); location.hash = '!/hashes/0'`,
    ...{ status: 503, log: /goes from state to state without end/, tag: '@nightly' },
  },
  '/memory': {
    isEndless: true,
    does: `const all = []; for (;;) all.push(new Array(1e6).fill(all.length))`,
    ...{ status: 503, log: /"\/memory"/, tag: '@nightly' },
  },
  '/paragraphs': {
    isEndless: true,
    does: `for (let i = 0; i < 200_000; i++) { const p = document.createElement('p'); p.textContent = 'Paragraph ' + i; document.body.append(p) }`,
    ...{ status: 503, log: /over \d+ bytes|hung|had no page after/, tag: '@nightly' },
  },
  '/waits': {
    isEndless: true,
    does: `Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)`,
    ...{ status: 503, log: /the snapshot of "\/waits" hung|Atomics\.wait/ },
  },
  '/thens': {
    isEndless: true,
    does: `Promise.prototype.then = function () { throw new Error('no then') }; out.textContent = 'patched'`,
    ...{ status: 503, log: /no then|had no page after|hung/, tag: '@nightly' },
  },
  '/arrays': {
    does: `for (const name of ['push', 'map', 'join', 'filter', 'forEach']) Array.prototype[name] = () => { throw new Error('no ' + name) }; out.textContent = 'patched'`,
    ...{ status: 503, log: /no (?:push|map|join|filter|forEach)/, tag: '@nightly' },
  },
  '/strings': {
    does: `String.prototype.replace = String.prototype.slice = () => { throw new Error('no text') }; out.textContent = 'patched'`,
    ...{ status: 503, log: /no text/, tag: '@nightly' },
  },
  '/sockets': {
    does: `new WebSocket('ws://127.0.0.1:' + port).onopen = () => { out.textContent = 'open' }`,
    ...{ status: 200, shows: 'State /sockets', log: /^$/, tag: '@nightly' },
  },
  '/workers': {
    does: `new Worker('worker.js').onmessage = () => { out.textContent = 'works' }`,
    ...{ status: 200, shows: 'State /workers', log: /^$/, tag: '@nightly' },
  },
  '/ports': {
    does: `fetch('http://127.0.0.1:' + port + '/').then((r) => r.text()).catch((error) => 'refused: ' + error.name).then((text) => { out.textContent = text })`,
    ...{ status: 200, shows: 'refused: TypeError', log: /left out: http:\/\/127\.0\.0\.1:\d+\// },
  },
  '/dotfiles': read('/.env', '404'),
  '/git': read('/.git/config', '404'),
  '/encoded-dotfiles': read('/%2eenv', '404'),
  '/links': read('/out.txt', '404'),
  '/folder-links': read('/outside/secret.txt', '404'),
  '/traversal': read('/..%2fsecret.txt', '404'),
  '/backslashes': read('/..%5csecret.txt', '404'),
  '/dangling': read('/dangling.txt', '404'),
  '/within': read('/within.txt', '200 public'),
}

const page = `<!doctype html><html><head><title>T</title></head><body><p id="out"></p><script>
  const out = document.querySelector('#out')
  const state = location.hash.slice(2)
  const port = PORT
  const hostile = { ${Object.entries(HOSTILE)
    .map(([state, { does }]) => `${JSON.stringify(state)}() { ${does} }`)
    .join(',\n')} }
  out.textContent = 'State ' + state
  hostile[state]?.()
</script></body></html>`

/** One that is patient, and one that is not. */
let sites: readonly Site[] = []
let other: Server
let asked = 0
let warnings: { readonly state: string; readonly warnings: readonly string[] }[] = []

test.beforeAll(async ({ baseURL: _ }, info) => {
  other = createServer((_, res) => {
    asked += 1
    res.end(SECRET)
  })
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
  const { port } = other.address() as AddressInfo
  const folder = info.outputPath('site')
  const files = {
    ...{ '.env': SECRET, '.git/config': SECRET, 'public.txt': 'public' },
    'index.html': page.replace('PORT', String(port)),
  }
  writeApp({ files }, folder)
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, '..', 'secret.txt'), SECRET)
  symlinkSync('../secret.txt', join(folder, 'out.txt'))
  symlinkSync('..', join(folder, 'outside'))
  symlinkSync('nowhere.txt', join(folder, 'dangling.txt'))
  symlinkSync('public.txt', join(folder, 'within.txt'))
  const open = (deadline: number) =>
    createHandler(
      {
        origin: 'http://site.test',
        pages: { '/': { site: folder, states: '#!/' } },
        ...{
          workers: 1,
          limits: { deadline },
          cache: { bytes: 0 },
        },
      },
      {
        observers: [
          (event) => {
            if (event.type === 'warning') warnings.push(event)
          },
        ],
      },
    )
  sites = await Promise.all([60_000, 5000].map(open))
})
test.afterAll(async () => {
  await Promise.all(sites.map((site) => site.close()))
  other.close()
})
test.beforeEach(() => {
  warnings = []
})

async function get(state: string, isEndless = false) {
  const site = sites[isEndless ? 1 : 0] as Site
  const target = `/?_escaped_fragment_=${encodeURIComponent(state)}`
  const answer = await site({ method: 'GET', target, headers: {} })
  return { status: answer?.status, body: String(answer?.body) }
}
const told = (state: string) =>
  warnings
    .filter((one) => one.state === state)
    .flatMap((one) => one.warnings)
    .join('\n')

for (const [state, { status, log, shows, tag, isEndless }] of Object.entries(HOSTILE)) {
  test(`${state} is ${status === 200 ? 'answered' : 'refused'} with its cause, and the state beside it is answered`, {
    tag: tag ?? [],
  }, async () => {
    const beside = `/fine${state}`
    const [bad, good] = await Promise.all([get(state, isEndless), get(beside, isEndless)])
    expect(bad.status, told(state)).toBe(status)
    expect(told(state)).toMatch(log)
    expect(bad.body).not.toContain('hunter2')
    if (shows !== undefined) expect(bad.body).toContain(shows)
    expect(good.body, told(beside)).toContain(`State ${beside}`)
    // A warning is read by people: no line of it is a whole file.
    for (const line of told(state).split('\n')) expect(line.length).toBeLessThan(1000)
    expect(asked).toBe(0)
  })
}

test('what ends its worker twice is refused with what it did, and others are not', {
  tag: '@nightly',
}, async () => {
  for (const _ of [1, 2]) expect((await get('/microtasks', true)).status).toBe(503)
  warnings = []
  expect((await get('/microtasks', true)).status).toBe(503)
  expect(told('/microtasks')).toMatch(/ended .* workers.*the snapshot of "\/microtasks" hung/)
  expect((await get('/fine')).body).toContain('State /fine')
})
