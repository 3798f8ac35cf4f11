// Hints for the terminal in development: mistakes that give a page, but not the one that is meant.

import type { Table } from '../../src/table.ts'
import { diagnosis } from '../diagnostics/diagnostics.ts'
import { nearState } from '../site/near-state.ts'

/** Each is given once. */
export interface Hints {
  /** About the functions of a table. */
  ofTable(routes: Table): void
  /** About a state that is asked for. */
  ofState(routes: Table, state: string): void
  /** About a page that has changed what pages share. */
  ofChange(what: string): void
}

export function createHints(tell: (hint: string) => void): Hints {
  const told = new Set<string>()
  const once = (hint: string | undefined) => {
    if (hint === undefined || told.has(hint)) return
    told.add(hint)
    tell(hint)
  }
  return {
    ofTable(routes) {
      for (const { name, chain } of routes.all.values())
        for (const option of ['guard', 'load', 'head'] as const) {
          const read = readOf(chain.at(-1)?.options[option])
          once(read && diagnosis('HB120', name, option, read))
        }
    },
    ofState: (routes, state) => once(nearState(routes, state)),
    ofChange: (what) =>
      once(
        `After a page: ${what}. In production its worker is replaced, unless only the development build of a package does so`,
      ),
  }
}

const READ =
  /(?<![\w$.'"`])(?:window\.\w+|document\.cookie|(?:local|session)Storage|navigator\.\w+|inner(?:Width|Height)|matchMedia)\b/

/** What a function reads, as its source says, unless it asks first whether that is there. */
function readOf(run: unknown): string | undefined {
  const source = typeof run === 'function' ? String(run) : ''
  return /\btypeof window\b|import\.meta\.env\.SSR/.test(source)
    ? undefined
    : READ.exec(source)?.[0]
}
