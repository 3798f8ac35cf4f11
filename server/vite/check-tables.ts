// Reads the built route tables once, so that a build with a broken table fails. In a process of its
// own: the app's code may open connections, or read the mode of its libraries.

import { execFile } from 'node:child_process'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { type AppModule, importApp } from '../site/app-module.ts'

const run = promisify(execFile)

/** ms; an app module that takes longer is left to the server. */
const MOST_TIME = 20_000

const MARK = '\u0000hashbang '

const SCRIPT = `
const answer = await import(process.argv[1]).then(
  ({ routes }) => ({ isTable: routes?.all instanceof Map, routes }),
  (error) => ({ error: { code: error?.code, text: String(error), stack: error?.stack } }),
)
const text = JSON.stringify(answer.isTable ? { isTable: true } : answer)
process.stdout.write(${JSON.stringify(MARK)} + text, () => process.exit())
`

interface Loaded {
  readonly isTable?: boolean
  readonly routes?: unknown
  readonly error?: { readonly code?: string; readonly text: string; readonly stack?: string }
}

/**
 * @param pages Of the built configuration.
 * @throws {TypeError} When a module exports no table, or a table refuses a route. Other errors are
 *   the server's: the build may lack its variables and services.
 */
export async function checkTables(
  pages: Readonly<Record<string, { readonly app: string }>>,
): Promise<void> {
  const reads = Object.entries(pages).map(([page, { app }]) => importApp(page, app, evaluate))
  await Promise.all(reads).catch(({ message }: Error) => {
    // The message names the place. Vite would print the whole cause, too.
    throw Object.assign(new TypeError(message), { stack: message })
  })
}

async function evaluate(file: string): Promise<Partial<AppModule>> {
  const { isTable, routes, error } = await load(file)
  if (error?.code?.startsWith('HB'))
    throw Object.assign(new Error(), { stack: error.stack, toString: () => error.text })
  const given = isTable === false ? routes : { all: new Map() }
  return { routes: given as AppModule['routes'] }
}

async function load(file: string): Promise<Loaded> {
  const args = ['--input-type=module', '--eval', SCRIPT, pathToFileURL(file).href]
  const { stdout } = await run(process.execPath, args, { timeout: MOST_TIME }).catch(() => {
    return { stdout: '' }
  })
  return JSON.parse(stdout.split(MARK)[1] ?? '{}')
}
