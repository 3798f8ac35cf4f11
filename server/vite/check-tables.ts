// Reads the built route tables once, so that a build with a broken table fails. In a process of its
// own: the app's code may open connections, or read the mode of its libraries.

import { spawn } from 'node:child_process'
import { pathToFileURL } from 'node:url'
import { diagnosis } from '../diagnostics/diagnosis.ts'
import { type AppModule, importApp } from '../site/app-module.ts'

/** ms; an app module that takes longer is left to the server. */
const MOST_TIME = 20_000

/** Apps send messages of their own. */
const MARK = 'hashbang-router.table'

// By a channel: an app may print at any time, also at its exit. Ends with the build, which may be
// killed.
const SCRIPT = `
const { channel, exit, send } = process
process.once('disconnect', () => exit())
channel.unref()
const plain = (value) => {
  try {
    const text = JSON.stringify(value)
    return text === undefined ? value && {} : JSON.parse(text)
  } catch {
    return {}
  }
}
const answer = await import(process.argv[1]).then(
  ({ routes }) => (routes?.all instanceof Map ? { isTable: true, hasHome: ['', '/'].some((state) => routes.match(state)) } : { isTable: false, routes: plain(routes) }),
  (error) => ({ error: { code: error?.code, text: String(error), stack: error?.stack } }),
)
send.call(process, { mark: ${JSON.stringify(MARK)}, answer }, () => exit())
`

interface Loaded {
  readonly isTable?: boolean
  readonly hasHome?: boolean
  readonly routes?: unknown
  readonly error?: { readonly code?: string; readonly text: string; readonly stack?: string }
}

/**
 * @param pages Of the built configuration.
 * @throws {TypeError} When a module exports no table, or a table refuses a route. Other errors are
 *   the server's: the build may lack its variables and services.
 */
export async function checkTables(pages: Readonly<Record<string, { readonly app: string }>>) {
  const reads = Object.entries(pages).map(async ([page, { app }]) => {
    let hasHome: boolean | undefined
    await importApp(page, app, async (file) => {
      const loaded = await evaluate(file)
      hasHome = loaded.hasHome
      return loaded
    })
    if (hasHome === false) throw new TypeError(diagnosis('HB127', page))
  })
  await Promise.all(reads).catch(({ message }: Error) => {
    // The message names the place. Vite would print the whole cause, too.
    throw Object.assign(new TypeError(message), { stack: message })
  })
}

async function evaluate(file: string): Promise<Partial<AppModule> & Pick<Loaded, 'hasHome'>> {
  const { isTable, hasHome, routes, error } = await load(file)
  if (error?.code?.startsWith('HB'))
    throw Object.assign(new Error(), { stack: error.stack, toString: () => error.text })
  const given = isTable === false ? routes : { all: new Map() }
  return { routes: given as AppModule['routes'], ...(hasHome !== undefined && { hasHome }) }
}

function load(file: string): Promise<Loaded> {
  const args = ['--input-type=module', '--eval', SCRIPT, pathToFileURL(file).href]
  const child = spawn(process.execPath, args, {
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    timeout: MOST_TIME,
    killSignal: 'SIGKILL',
  })
  return new Promise((resolve) => {
    child.on('message', (message: { mark?: unknown; answer?: Loaded } | null) => {
      if (message?.mark === MARK && message.answer) resolve(message.answer)
    })
    child.once('error', () => resolve({}))
    child.once('close', () => resolve({}))
  })
}
