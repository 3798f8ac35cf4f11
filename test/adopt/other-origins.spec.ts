/** Requests of a page to other origins do not leave the machine. */

import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { writeApp } from './apps.ts'
import { expect, type Fixtures, test } from './fixtures.ts'

const RECORDER = resolve('test/adopt/recorder.cjs')

/** Ways to ask somebody at `other`, by script, each told by its name when it has been tried. */
const SCRIPT = (other: string) => `
  const other = '${other}', tried = [], outcomes = []
  const element = (name, attributes) => {
    const made = Object.assign(document.createElement(name), attributes)
    made.onerror = () => outcomes.push(name)
    document.body.append(made)
    return made
  }
  const ways = {
    fetch: () => fetch(other + '/fetch').catch(() => outcomes.push('fetch')),
    request: () => fetch(new Request(other + '/request', { method: 'POST', body: 'x', keepalive: true })).catch(() => outcomes.push('request')),
    opaque: () => fetch(other + '/opaque', { mode: 'no-cors' }).catch(() => outcomes.push('opaque')),
    xhr: () => { const x = new XMLHttpRequest(); x.open('GET', other + '/xhr'); x.onerror = () => outcomes.push('xhr'); x.send() },
    import: () => import(other + '/import.js').catch(() => outcomes.push('import')),
    beacon: () => navigator.sendBeacon(other + '/beacon', 'x'),
    socket: () => new WebSocket(other.replace('http', 'ws') + '/socket'),
    events: () => new EventSource(other + '/events'),
    worker: () => new Worker(other + '/worker.js'),
    shared: () => new SharedWorker(other + '/shared.js'),
    blobWorker: () => new Worker(URL.createObjectURL(new Blob(["importScripts('" + other + "/blob.js')"]))),
    service: () => navigator.serviceWorker.register(other + '/service.js').catch(() => {}),
    rtc: () => { const c = new RTCPeerConnection({ iceServers: [{ urls: 'stun:' + other.slice(7) }] }); c.createDataChannel('x'); c.createOffer().then((o) => c.setLocalDescription(o)) },
    transport: () => new WebTransport(other.replace('http', 'https') + '/transport'),
    open: () => window.open(other + '/open', 'named'),
    font: () => new FontFace('f', 'url(' + other + '/font.woff)').load().catch(() => {}),
    image: () => { new Image().src = other + '/image.png' },
    audio: () => new Audio(other + '/audio.mp3').play().catch(() => {}),
    script: () => element('script', { src: other + '/script.js' }),
    module: () => element('script', { type: 'module', src: other + '/module.js' }),
    inline: () => element('script', { type: 'module', text: 'import "' + other + '/static.js"' }),
    frame: () => element('iframe', { src: other + '/frame.html' }),
    own: () => { const f = element('iframe', {}); f.contentWindow.fetch(other + '/own').catch(() => outcomes.push('own')); f.contentWindow.location = other + '/gone' },
    written: () => element('iframe', { srcdoc: '<script src="' + other + '/written.js"><\\/script><img src="' + other + '/written.png">' }),
    ping: () => element('a', { href: '#!/b', ping: other + '/ping' }).click(),
    form: () => { element('iframe', { name: 'into' }); element('form', { action: other + '/form', method: 'post', target: 'into' }).submit() },
    style: () => element('style', { textContent: '@import "' + other + '/import.css"; h1 { background: url(' + other + '/h1.png) }' }),
    sheet: () => { const s = new CSSStyleSheet(); s.replace('h1 { background: url(' + other + '/sheet.png) }'); document.adoptedStyleSheets = [s] },
    inserted: () => document.body.insertAdjacentHTML('beforeend', '<img srcset="' + other + '/2x.png 2x" src="' + other + '/inserted.png" onerror="fetch(\\'' + other + '/onerror\\')"><iframe src="' + other + '/inserted.html"></iframe>'),
    parsed: () => new DOMParser().parseFromString('<img src="' + other + '/parsed.png"><link rel=stylesheet href="' + other + '/parsed.css">', 'text/html'),
    made: () => new Function('return this')().fetch?.(other + '/made').catch(() => outcomes.push('made')),
    node: () => import('node:net').then(() => outcomes.push('NODE'), () => {}),
    process: () => { if ([].constructor.constructor('return typeof process')() !== 'undefined') outcomes.push('NODE') },
    required: () => { if (typeof require !== 'undefined' || typeof module !== 'undefined') outcomes.push('NODE') },
  }
  for (const [name, way] of Object.entries(ways)) { try { way() } catch {} tried.push(name) }
  window.prerenderReady = false
  setTimeout(() => {
    document.querySelector('#app').textContent = tried.length + ' of ' + Object.keys(ways).length + ' tried, outcomes: ' + [...new Set(outcomes)].sort().join(' ')
    if (window.fromOutside) document.querySelector('#app').append(' and code from outside')
    window.prerenderReady = true
  }, 900)`

const HEAD = (other: string) => `
  <link rel="preconnect" href="${other}"><link rel="dns-prefetch" href="//named.test"><link rel="preconnect" href="https://named.test">
  <link rel="preload" as="script" href="${other}/preload.js"><link rel="modulepreload" href="${other}/modulepreload.js">
  <link rel="prefetch" href="${other}/prefetch"><link rel="prerender" href="${other}/prerender"><link rel="icon" href="${other}/icon.png">
  <link rel="manifest" href="${other}/manifest.json"><link rel="stylesheet" href="${other}/style.css">
  <script type="importmap">{"imports":{"mapped":"${other}/mapped.js"}}</script><script type="module">import 'mapped'</script>
  <script type="speculationrules">{"prerender":[{"urls":["${other}/speculated"]}]}</script>
  <script src="${other}/analytics.js"></script><script async src="https://named.test/async.js"></script><script defer src="${other}/defer.js"></script>`
const BODY = (other: string) => `
  <img src="${other}/a.png"><picture><source srcset="${other}/b.png"><img src="https://named.test/c.png"></picture><video src="${other}/v.mp4" poster="${other}/p.png" autoplay></video>
  <audio src="${other}/a.mp3" preload="auto"></audio><track src="${other}/t.vtt"><embed src="${other}/e"><object data="${other}/o"></object><iframe src="${other}/f"></iframe>
  <input type="image" src="${other}/i.png"><svg><image href="${other}/s.png"/><use href="${other}/u.svg#x"/><script href="${other}/svg.js"></script></svg>
  <p style="background: url(${other}/bg.png)" background="${other}/bg2.png">Text</p>`

const pageOf = (other: string) =>
  `<!doctype html><html><head><title>T</title>${HEAD(other)}</head><body><h1>Static</h1><div id="app"></div>${BODY(other)}<script>${SCRIPT(other)}</script></body></html>`

/**
 * Adopts the page in a watched process, with or without permission to request the other origin.
 * @returns The response for its state, the recorded events, and the requests that reached the other
 * origin.
 */
async function adoptWatched(
  { adopt, listen }: Pick<Fixtures, 'adopt' | 'listen'>,
  isAllowed: boolean,
) {
  const requestLines: string[] = []
  let connections = 0
  const { server, origin: other } = await listen((request, response) => {
    requestLines.push(`${request.method} ${request.url}`)
    response.setHeader('access-control-allow-origin', '*')
    response.setHeader('content-type', 'text/javascript')
    response.end('window.fromOutside = true')
  })
  server.on('connection', () => {
    connections += 1
  })
  const folder = test.info().outputPath('site')
  const record = test.info().outputPath('record')
  writeApp({ files: { 'index.html': pageOf(other) } }, folder)
  const args = [folder, '--host', '127.0.0.1', '--states', '#!/', '--no-compare']
  const more = isAllowed ? ['--allow', other] : []
  const flag = `--require=${RECORDER}`
  const env = { NODE_OPTIONS: flag, WORKER_FLAGS: flag, WORKER_ENV: 'RECORD', RECORD: record }
  const { origin, log } = await adopt([...args, ...more], folder, env)
  expect(origin, log()).not.toBe('')
  const answer = await fetch(`${origin.replace('localhost', '127.0.0.1')}/?_escaped_fragment_=/a`)
  const body = await answer.text()
  expect(answer.status, log()).toBe(200)
  const lines = readFileSync(record, 'utf8').trim().split('\n')
  const isWatch = (line: string) => line.startsWith('watching ')
  return {
    ...{ other, body, requestLines, connections, log: log() },
    watched: new Set(lines.filter(isWatch)),
    recorded: lines.filter((line) => !isWatch(line)),
  }
}

test('no request of a page to another origin leaves the process', async ({ adopt, listen }) => {
  const watched = await adoptWatched({ adopt, listen }, false)
  expect(watched.body).toContain('34 of 34 tried')
  expect(watched.body).toContain('outcomes: fetch import made opaque own request script xhr')
  // The page has stayed where it was.
  expect(watched.body).toContain('<a href="#!/b"')
  expect(watched.log).toContain(`left out: ${watched.other}/analytics.js is of another origin`)
  expect([...watched.watched].sort()).toEqual(['watching main.js', 'watching worker-entry.cjs'])
  expect(watched).toMatchObject({ recorded: [], connections: 0, requestLines: [] })
})

test('with --allow, a page reaches that origin, and the recorder sees no other connection', async ({
  adopt,
  listen,
}) => {
  const { body, recorded, requestLines, other } = await adoptWatched({ adopt, listen }, true)
  expect(body).toContain('and code from outside')
  expect(recorded.length).toBeGreaterThan(0)
  const connects = `TCP.connect 127.0.0.1 ${new URL(other).port}`
  expect(recorded.filter((line) => line !== connects)).toEqual([])
  const scripts = 'analytics defer import mapped module script static written'
  const requests = ['fetch', 'made', 'opaque', 'own', 'xhr']
  const expected = [...scripts.split(' ').map((one) => `${one}.js`), ...requests]
  const sheets = ['GET /style.css', 'GET /import.css']
  expect([...new Set(requestLines)].sort()).toEqual(
    [...expected.map((path) => `GET /${path}`), ...sheets, 'POST /request'].sort(),
  )
})
