// A page fails if it needs a feature that Chromium has and the window of snapshots lacks. The
// message names the missing feature, the line that uses it, and the page.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { createHandler } from '../../dist/server/index.js'
import { writeApp } from '../adopt/apps.ts'
import { LACKING } from '../fixtures/at-fault/lacking-calls.js'

const FIXTURE = join(import.meta.dirname, '../fixtures/at-fault')
const LIBRARY = readFileSync(join(FIXTURE, 'lacking-calls.js'), 'utf8')

const NAMES: Readonly<Record<string, string>> = {
  storage: 'navigator.storage',
  worker: 'navigator.serviceWorker',
  battery: 'navigator.getBattery',
  caches: 'caches',
  notification: 'Notification',
  constructed: 'RTCPeerConnection',
  member: 'MediaRecorder',
  highlights: 'CSS.highlights',
  speech: 'speechSynthesis',
  agent: 'navigator.userAgentData',
}

type Pages = Parameters<typeof createHandler>[0]['pages']

/** Asks for states one after the other. @returns The log of each. */
async function logs(pages: Pages, states: readonly string[]): Promise<Record<string, string>> {
  const texts = Object.fromEntries(states.map((state) => [state, '']))
  const handler = await createHandler(
    { origin: 'http://asks.test', pages, workers: 1, limits: { deadline: 30_000 } },
    {
      observers: [
        (event) => {
          if (event.type === 'warning') texts[event.state] = event.warnings.join('\n')
        },
      ],
    },
  )
  try {
    for (const state of states)
      await handler({ method: 'GET', target: `/?_escaped_fragment_=${state}`, headers: {} })
  } finally {
    await handler.close()
  }
  return texts
}

/** The message of an adopted page whose script is one of its own or a module. */
function adopted(folder: string, isModule: boolean): Pages {
  const classic = LIBRARY.replaceAll('export const', 'const')
  const call = 'LACKING[location.hash.slice(8)]?.()'
  const scripts = isModule
    ? `<script type="module">import { LACKING } from './library.js'; ${call}</script>`
    : `<script src="library.js"></script><script>${call}</script>`
  const html = `<!doctype html><title>T</title><body><h1>State</h1><script></script>${scripts}`
  writeApp({ files: { 'index.html': html, 'library.js': isModule ? LIBRARY : classic } }, folder)
  return { '/': { site: folder, states: '#!/' } }
}

const KINDS: Readonly<Record<string, (folder: string) => Pages>> = {
  'a page of a route table': () => ({
    '/': { shell: join(FIXTURE, 'index.html'), app: join(FIXTURE, 'app.js') },
  }),
  'an adopted page': (folder) => adopted(folder, false),
  'an adopted page of modules': (folder) => adopted(folder, true),
}

const lineOf = (name: string): number =>
  LIBRARY.split('\n').findIndex((line) => new RegExp(`^  ${name}[:(]`).test(line)) + 1

for (const [kind, pagesOf] of Object.entries(KINDS)) {
  // A state of an adopted page costs a worker: there a few show that errors are read in the same
  // way.
  const isAdopted = kind.startsWith('an adopted')
  const stateOf = (name: string) => `/asks/${name}`

  test(`${kind} names the missing API, the line that uses it, and the page`, async ({
    baseURL: _,
  }, info) => {
    const names = Object.keys(LACKING).filter((_, at) => !isAdopted || at % 4 === 0)
    const logOf = await logs(pagesOf(info.outputPath('site')), names.map(stateOf))
    const missing = names.map((name) => {
      const log = logOf[stateOf(name)] ?? ''
      const [, api] = /HB115: `(.+?)` is missing here; Chromium has it\./.exec(log) ?? []
      return [name, api ?? log]
    })
    expect(missing).toEqual(names.map((name) => [name, NAMES[name]]))
    expect(logOf['/asks/storage']).toMatch(
      new RegExp(
        `(?:lacking-calls|library)\\.js:${lineOf('storage')}:\\d+ uses it, in the page of the state "/asks/storage"`,
      ),
    )
  })
}
