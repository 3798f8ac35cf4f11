// Reads the built route tables once, so that a build with a broken table fails. In a process of its
// own: the app's code may open connections, or read the mode of its libraries.

import { fork } from 'node:child_process'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { diagnosis } from '../diagnostics/diagnosis.ts'
import { type AppModule, importApp } from '../site/app-module.ts'
import type { ReadTable, TableMessage } from './read-table.ts'

/** ms; an app module that takes longer is left to the server. */
const MOST_TIME = 20_000

const PROGRAM = fileURLToPath(new URL('./read-table.js', import.meta.url))

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

async function evaluate(file: string): Promise<Partial<AppModule> & Pick<ReadTable, 'hasHome'>> {
  const { isTable, hasHome, routes, error } = await readTable(file)
  if (error?.code?.startsWith('HB'))
    throw Object.assign(new Error(), { stack: error.stack, toString: () => error.text })
  const table = isTable === false ? routes : { all: new Map() }
  return { routes: table as AppModule['routes'], ...(hasHome !== undefined && { hasHome }) }
}

function readTable(file: string): Promise<ReadTable> {
  const child = fork(PROGRAM, [pathToFileURL(file).href], {
    execArgv: [],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    timeout: MOST_TIME,
    killSignal: 'SIGKILL',
  })
  return new Promise((resolve) => {
    child.on('message', (message: Partial<TableMessage> | null) => {
      const table = message?.['hashbang-router.table']
      if (table) resolve(table)
    })
    child.once('error', () => resolve({}))
    child.once('close', () => resolve({}))
  })
}
