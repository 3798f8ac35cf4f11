// Loads and checks an app module: its route table and its context. The server, workers and commands
// call it.

import { fileURLToPath, pathToFileURL } from 'node:url'
import type { Table } from '../../src/table.ts'
import { diagnosis } from '../diagnostics/diagnosis.ts'
import { mapStack } from '../diagnostics/source-maps.ts'

/** The module of the setting `app`: it makes the snapshots. */
export interface AppModule {
  /** Your route table. */
  readonly routes: Table
  /** Creates the context of guards and loaders. Each worker calls it once. */
  readonly context?: () => unknown
}

/** @throws {TypeError} When the module exports no table. */
function checkTable(page: string, file: string, routes: unknown): Table {
  if ((routes as Partial<Table> | undefined)?.all instanceof Map) return routes as Table
  throw new TypeError(diagnosis('HB101', page, file, routes))
}

/**
 * @param load Evaluates the file. Default: Node's import.
 * @throws {TypeError} When it exports no routes, or needs a document.
 */
export async function importApp(
  page: string,
  file: string,
  load = (file: string): Promise<Partial<AppModule>> => import(pathToFileURL(file).href),
): Promise<AppModule> {
  const module = await load(file).catch((cause: NodeJS.ErrnoException) => {
    const frames = framesOf(cause)
    const why = diagnosis('HB102', page, file, cause, remedyOf(cause, file, frames))
    throw Object.assign(new TypeError(why, { cause }), { stack: `TypeError: ${why}${frames}` })
  })
  return { ...module, routes: checkTable(page, file, module.routes) }
}

/** The folder of this package. A worker's bundle lies higher. */
const OWN = fileURLToPath(
  new URL(import.meta.url.endsWith('.cjs') ? '..' : '../..', import.meta.url),
)

/** The app's lines, mapped to its sources. */
const framesOf = ({ stack = '' }: Error): string =>
  mapStack(
    [...stack.matchAll(/\n\s+at .*\/.+:\d+:\d+\)?/g)]
      .map(([frame]) => frame)
      .filter((frame) => !frame.includes(OWN) && !/\/node_modules\/vite\/|node:/.test(frame))
      .join(''),
  )

/** Node lacks these names: an app module may use them in functions only. */
const OF_BROWSERS =
  /^(?:window|document|localStorage|sessionStorage|location|customElements|HTML\w*Element|matchMedia) is not defined/

function remedyOf({ code, message }: NodeJS.ErrnoException, file: string, frames: string): string {
  if (code === 'ERR_MODULE_NOT_FOUND' && message.startsWith(`Cannot find module '${file}'`))
    return 'build the app first, or correct the path'
  if (code === 'ERR_UNKNOWN_FILE_EXTENSION')
    return "name the built module, or build the app first; views must be imported lazily, view: () => import('./view.ts')"
  const place = /(?:at |\()(?:file:\/\/)?(\/[^)\n]+)/.exec(frames)?.[1] ?? file
  if (OF_BROWSERS.test(message))
    return `routes are also read by Node, without a document: in ${place}, move this into a loader or a view, and import views lazily, view: () => import('./view.ts')`
  return `correct ${place}`
}

/** @throws {Error} When `context()` fails. */
export async function openContext(page: string, context: AppModule['context']): Promise<unknown> {
  try {
    return await context?.()
  } catch (cause) {
    const error = new Error(diagnosis('HB103', page, cause), { cause })
    if (cause instanceof Error && cause.stack) {
      error.stack = `Error: ${error.message}\n${mapStack(cause.stack)
        .split('\n')
        .filter((line) => /^\s+at /.test(line))
        .join('\n')}`
    }
    throw error
  }
}
