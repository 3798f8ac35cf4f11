// Hints for the terminal in development: mistakes that lead to a page, but to a wrong one.

import type { Table } from '../../src/table.ts'
import { diagnosis } from '../diagnostics/diagnostics.ts'

/** About the functions of a table. */
export const tableHints = (routes: Table): string[] =>
  [...routes.all.values()].flatMap(({ name, chain }) =>
    (['guard', 'load', 'head'] as const).flatMap((option) => {
      const read = readOf(chain.at(-1)?.options[option])
      return read === undefined ? [] : [diagnosis('HB120', name, option, read)]
    }),
  )

/** About a page that has changed what pages share. */
export const changeHint = (what: string): string =>
  `After a page: ${what}. In production its worker is replaced, unless only the development build of a package does so`

const READ =
  /(?<![\w$.'"`])(?:window\.\w+|document\.cookie|(?:local|session)Storage|navigator\.\w+|inner(?:Width|Height)|matchMedia)\b/

/** Returns the browser global in a function's source; none if the source checks for it first. */
function readOf(run: unknown): string | undefined {
  const source = typeof run === 'function' ? String(run) : ''
  return /\btypeof window\b|import\.meta\.env\.SSR/.test(source)
    ? undefined
    : READ.exec(source)?.[0]
}
