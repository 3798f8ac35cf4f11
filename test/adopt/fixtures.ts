/**
 * Tests of adopted apps: the servers and pages that `listen`, `open` and `adopt` start end with the
 * test.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { RequestListener } from 'node:http'
import { resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { test as base, type TestInfo } from '@playwright/test'
import {
  type Config,
  createHandler,
  type HandlerResponse,
  type ServerEvent,
  type Site,
  type StatePrefix,
} from 'hashbang-router/server'
import { type Listening, listening } from '../listening.ts'
import { type App, writeApp } from './apps.ts'

type Ends = (() => Promise<unknown>)[]

type Listen = (listener: RequestListener) => Promise<Listening>

const listenUntil =
  (ends: Ends): Listen =>
  async (listener) => {
    const made = await listening(listener)
    ends.push(made.close)
    return made
  }

export interface OpenSite {
  readonly site: Site
  readonly folder: string
  /** Asks for the snapshot of a state, as crawlers do. */
  readonly get: (state: string) => Promise<{
    readonly status: number | undefined
    readonly body: string
    readonly headers: HandlerResponse['headers']
  }>
  /** The log lines of a state, or of all. */
  readonly logOf: (state?: string) => string
  readonly replaced: string[]
}

/**
 * Settings of the site, and of its page. Default: states begin with `#!/`, at http://site.test/.
 */
type Settings = Partial<Config> & {
  /** `auto`: its links say how they begin. */
  readonly states?: StatePrefix | 'auto'
  readonly readable?: string
  readonly chromium?: readonly string[]
}

type Open = (files: App['files'], settings?: Settings, vendor?: App['vendor']) => Promise<OpenSite>

const openUntil =
  (ends: Ends, info: TestInfo): Open =>
  async (files, { states = '#!/', readable, chromium, ...more } = {}, vendor = {}) => {
    const folder = info.outputPath(`site-${ends.length}`)
    writeApp({ files, vendor }, folder)
    const warnings: { readonly state: string; readonly warnings: readonly string[] }[] = []
    const replaced: string[] = []
    const observe = (event: ServerEvent) => {
      if (event.type === 'warning') warnings.push(event)
      if (event.type === 'replaced') replaced.push(event.why)
    }
    const own = {
      ...(states !== 'auto' && { states }),
      ...(readable && { readable }),
      ...(chromium && { chromium }),
    }
    const site = await createHandler(
      {
        ...{ origin: 'http://site.test', pages: { '/': { site: folder, ...own } }, workers: 1 },
        // The speed of a busy machine is not under test.
        ...{ limits: { deadline: 90_000 }, ...more },
      },
      { observers: [observe] },
    )
    ends.push(() => site.close())
    return {
      ...{ site, folder, replaced },
      async get(state) {
        const target = `/?_escaped_fragment_=${encodeURIComponent(state)}`
        const {
          status,
          body,
          headers = {},
        } = (await site({ method: 'GET', target, headers: {} })) ?? {}
        return { status, body: String(body), headers }
      },
      logOf: (state) =>
        warnings
          .filter((one) => state === undefined || one.state === state)
          .flatMap((one) => one.warnings)
          .join('\n'),
    }
  }

/**
 * Starts `hashbang adopt`, and waits until it has said where the app is, or that it cannot be
 * shown.
 */
type Adopt = (
  args: readonly string[],
  cwd: string,
  env?: NodeJS.ProcessEnv,
) => Promise<{
  readonly lines: readonly string[]
  readonly log: () => string
  readonly logged: (pattern: RegExp) => Promise<void>
  readonly pretty: string
  readonly ugly: string
  readonly origin: string
}>

const adoptUntil =
  (ends: Ends): Adopt =>
  async (args, cwd, more = {}) => {
    const flags = ['adopt', '--port', '0', '--deadline', '60000', ...args]
    const env = { ...process.env, FORCE_COLOR: undefined, NO_COLOR: '1', ...more }
    const child = spawn(process.execPath, [resolve('dist/server/cli/main.js'), ...flags], {
      ...{ cwd, env, stdio: ['ignore', 'pipe', 'pipe'] },
    })
    const ended = once(child, 'close')
    ends.push(() => {
      child.kill('SIGTERM')
      return ended
    })
    let log = ''
    child.stderr?.on('data', (chunk) => {
      log += chunk
    })
    const lines: string[] = []
    for await (const line of createInterface({ input: child.stdout })) {
      lines.push(line)
      if (/the same without script|cannot be rendered/.test(line)) break
    }
    // So that it never waits for somebody who reads on.
    child.stdout.resume()
    const output = lines.join('\n')
    const first = (pattern: RegExp) => pattern.exec(output)?.[1] ?? ''
    return {
      ...{ lines, log: () => log, origin: first(/(http:\/\/localhost:\d+)/) },
      ...{ pretty: first(/(\S+) {2}for people/), ugly: first(/(\S+) {2}the same without/) },
      async logged(pattern) {
        while (!pattern.test(log)) await once(child.stderr, 'data')
      },
    }
  }

export interface Fixtures {
  readonly ends: Ends
  readonly listen: Listen
  readonly open: Open
  readonly adopt: Adopt
}

export const test = base.extend<Fixtures>({
  async ends({ baseURL: _ }, use) {
    const ends: Ends = []
    await use(ends)
    for (const end of ends.reverse()) await end()
  },
  listen: ({ ends }, use) => use(listenUntil(ends)),
  open: ({ ends }, use, info) => use(openUntil(ends, info)),
  adopt: ({ ends }, use) => use(adoptUntil(ends)),
})
export { expect } from '@playwright/test'
