/** Apps that mean harm, or do it by accident. */

import { symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { page } from './apps.ts'
import { functionsOf } from './expect-same.ts'
import { expect, type OpenSite, test } from './fixtures.ts'

const SECRET = 'DB_PASSWORD=hunter2'

type Cases = Readonly<Record<string, string>>

/**
 * The page requests a file, and shows the response. `public-files` has all kinds of paths as units.
 */
const read = (path: string) =>
  `fetch(${JSON.stringify(path)}).then((r) => r.text().then((text) => { out.textContent = r.status + ' ' + text }))`

/**
 * The actions of a script by its state; `out` is its only element, `port` that of a server that is
 * not its own.
 */
const HOSTILE: Cases = {
  arrays: `for (const name of ['push', 'map', 'join', 'filter', 'forEach']) Array.prototype[name] = () => { throw new Error('patched') }`,
  strings: `String.prototype.replace = String.prototype.slice = () => { throw new Error('patched') }`,
  counts: `localStorage.n = +(localStorage.n ?? 0) + 1; location.reload()`,
  loops: `addEventListener('hashchange', () => { location.hash = '!/loops/' + Math.random() }); location.hash = '!/loops/0'`,
  unready: 'window.prerenderReady = false',
  exits: 'process.exit(1)',
  rewrites: `setTimeout(() => document.write('gone'), 50)`,
  sockets: `new WebSocket('ws://127.0.0.1:' + port).onopen = () => { out.textContent = 'open' }`,
  workers: `new Worker('worker.js').onmessage = () => { out.textContent = 'works' }`,
  ports: `fetch('http://127.0.0.1:' + port + '/').then((r) => r.text()).catch((error) => 'refused: ' + error.name).then((text) => { out.textContent = text })`,
  dotfiles: read('/.env'),
  links: read('/out.txt'),
  traversal: read('/..%2fsecret.txt'),
  backslashes: read('/..%5csecret.txt'),
}
/** Ways to 10,000 scripts. */
const BOMBS: Cases = {
  inserts: `for (let i = 0; i < 10_000; i++) document.head.append(one('1'))`,
  writes: `for (let i = 0; i < 10_000; i++) document.write('<script>1</scr' + 'ipt>')`,
  writesOnce: `document.write(('<script>1</scr' + 'ipt>').repeat(10_000))`,
  grows: `window.grow = () => document.head.append(one('Promise.resolve().then(grow)')); grow()`,
  loads: `for (let i = 0; i < 10_000; i++) document.head.append(Object.assign(one(''), { src: 'none.js?' + i }))`,
  frames: `const f = document.createElement('iframe'); f.srcdoc = ('<script>1</scr' + 'ipt>').repeat(10_000); document.body.append(f)`,
}
const SHOWS: Cases = {
  ...{ arrays: 'State /arrays', strings: 'State /strings', thens: 'patched' },
  ...{ sockets: 'State /sockets', workers: 'State /workers', ports: 'refused: TypeError' },
  ...{ dotfiles: '404', links: '404', traversal: '404', backslashes: '404' },
}
const ENDLESS: Cases = {
  microtasks: `const again = () => { Promise.resolve().then(again) }; again()`,
  awaits: `(async () => { for (;;) await null })()`,
  observers: `new MutationObserver(() => { out.textContent += 'x' }).observe(out, { childList: true }); out.textContent = 'x'`,
  requests: `const again = () => fetch('/').then(again); again()`,
  memory: `const all = []; for (;;) all.push(new Array(1e6).fill(all.length))`,
  paragraphs: `for (let i = 0; i < 200_000; i++) { const p = document.createElement('p'); p.textContent = 'Paragraph ' + i; document.body.append(p) }`,
  waits: `Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)`,
  thens: `Promise.prototype.then = function () { throw new Error('no then') }; out.textContent = 'patched'`,
}
const LOGS: Readonly<Record<string, RegExp>> = {
  counts: /reloads itself/,
  loops: /goes from state to state without end/,
  unready: /prerenderReady/,
  exits: /process is not defined/,
  rewrites: /writes itself anew/,
  sockets: /has no web sockets/,
  workers: /has no web workers/,
  ports: /left out: http:\/\/127\.0\.0\.1:\d+\//,
  microtasks: /the snapshot of "\/microtasks" hung/,
  awaits: /the snapshot of "\/awaits" hung/,
  observers: /\/observers/,
  requests: /\/requests/,
  memory: /"\/memory"/,
  paragraphs: /over \d+ bytes|hung|had no page after/,
  waits: /the snapshot of "\/waits" hung|Atomics\.wait/,
}

const filesOf = (cases: Cases, port = '') => ({
  '.env': SECRET,
  'index.html': page(`<p id="out"></p><script>
    const out = document.querySelector('#out')
    const state = location.hash.slice(2)
    const port = '${port}'
    out.textContent = 'State ' + state
    const one = (text) => Object.assign(document.createElement('script'), { text })
    const cases = { ${functionsOf(cases)} }
    cases[state.slice(1)]?.()
  </script>`),
})

/** Expects a state to be answered as it should, and the state beside it, too. */
async function expectAlone({ get, logOf }: OpenSite, name: string): Promise<void> {
  const [state, beside, shows] = [`/${name}`, `/fine/${name}`, SHOWS[name]]
  const [bad, good] = await Promise.all([get(state), get(beside)])
  // A page that is too large is a defect of the app.
  expect(bad.status, logOf(state)).toBe(shows ? 200 : name === 'paragraphs' ? 500 : 503)
  expect(logOf(state)).toMatch(LOGS[name] ?? (name in BOMBS ? /more than 2000 scripts/ : /^$/))
  expect(bad.body).toContain(shows ?? '')
  expect(bad.body).not.toContain('hunter2')
  expect(good.body, logOf(beside)).toContain(`State ${beside}`)
  // A warning is read by people: no line of it is a whole file.
  for (const line of logOf(state).split('\n')) expect(line.length).toBeLessThan(1000)
}

test('a hostile page reaches no foreign file or server, and the state beside it has its snapshot', async ({
  open,
  listen,
}) => {
  let requestCount = 0
  const { origin } = await listen((_, res) => {
    requestCount += 1
    res.end(SECRET)
  })
  const site = await open(filesOf({ ...HOSTILE, ...BOMBS }, new URL(origin).port))
  writeFileSync(join(site.folder, '..', 'secret.txt'), SECRET)
  symlinkSync('../secret.txt', join(site.folder, 'out.txt'))
  for (const one of Object.keys({ ...HOSTILE, ...BOMBS })) await expectAlone(site, one)
  expect(requestCount).toBe(0)
})

test('the log names the cause of an endless page, and the state beside it has its snapshot', async ({
  open,
}) => {
  for (const one of Object.keys(ENDLESS)) {
    // Each has workers of its own, so that none is taken for another.
    const site = await open(filesOf(ENDLESS), { workers: 2, limits: { deadline: 5000 } })
    await expectAlone(site, one)
    await site.site.close()
  }
})
