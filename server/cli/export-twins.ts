// `hashbang export --twins`: a page at a real path for each state of an export. In: the configuration, folders. Out: twins, and what
// became of them.

import { join } from 'node:path'
import { type TwinReport, writeTwins } from '../export/twins.ts'
import type { Config } from '../site/load-config.ts'
import type { PathPages } from './export-paths.ts'
import { openReadablePages, prettyUrls } from './export-readable.ts'
import { red, styled } from './styled.ts'
import { count, type Terminal } from './terminal.ts'

/** How many faults are shown. */
const SHOWN = 10

/** Writes them. */
export async function pairUp(
  config: Config,
  folder: string,
  { twins, markdown }: { readonly twins: string; readonly markdown: boolean | undefined },
  atPaths: PathPages,
): Promise<TwinReport> {
  const pages = await openReadablePages(config, markdown)
  try {
    return await writeTwins(folder, twins, config.origin, {
      make: async (record) => (atPaths.has(record.page) ? null : pages?.make(record)),
      prettyUrl: prettyUrls(config),
    })
  } finally {
    await pages?.close()
  }
}

/** Says what became of them. */
export function tellTwins(terminal: Terminal, report: TwinReport, folder: string): void {
  const { written, unchanged, removed, refused } = report
  for (const file of refused.slice(0, SHOWN)) {
    terminal.note(
      styled`${red('✘')} ${join(folder, file)} is no twin and was left as it is: give --twins a folder of its own, such as ${join(folder, 's')}`,
    )
  }
  if (refused.length > SHOWN)
    terminal.note(`  and ${count(refused.length - SHOWN, 'more', 'more')}`)
  terminal.line(
    `Twins in ${folder}: ${written} written, ${unchanged} unchanged, ${removed} removed, ${refused.length} left out.`,
  )
}
