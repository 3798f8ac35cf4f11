// The program that reads one built route table, for check-tables.ts. It sends the result by a
// channel, because an app may print at any time, also at its exit. Ends with the build, which may
// be killed.

import process from 'node:process'

export interface ReadTable {
  readonly isTable?: boolean
  readonly hasHome?: boolean
  /** The export in place of a table. */
  readonly routes?: unknown
  readonly error?: {
    readonly code?: string | undefined
    readonly text: string
    readonly stack?: string | undefined
  }
}

/** Apps send messages of their own. */
export interface TableMessage {
  readonly 'hashbang-router.table': ReadTable
}

// Before the app, which may replace them.
const { argv, channel, exit, send } = process
process.once('disconnect', () => exit())
channel?.unref()

function plain(value: unknown): unknown {
  try {
    const json = JSON.stringify(value)
    return json === undefined ? value && {} : JSON.parse(json)
  } catch {
    return {}
  }
}

const table: ReadTable = await import(argv[2] ?? '').then(
  ({ routes }) =>
    routes?.all instanceof Map
      ? { isTable: true, hasHome: ['', '/'].some((state) => routes.match(state)) }
      : { isTable: false, routes: plain(routes) },
  (error) => ({ error: { code: error?.code, text: String(error), stack: error?.stack } }),
)
const message: TableMessage = { 'hashbang-router.table': table }
send?.call(process, message, () => exit())
