// `hashbang export --twins`: writes a page at a real path for each exported state.

import { join } from 'node:path'
import type { Config } from '../site/config.ts'
import {
  type TwinFault,
  type TwinOptions,
  type TwinReport,
  writeTwins,
} from '../tools/export/twins.ts'
import type { PathPages } from './export-flags.ts'
import { openReadablePages, prettyUrls } from './export-readable.ts'
import { red, styled, yellow } from './styled.ts'
import { count, type Terminal } from './terminal.ts'

const SHOWN = 10

interface Pairing extends Pick<TwinOptions, 'concurrency' | 'failed'> {
  readonly twins: string
  readonly markdown: boolean | undefined
}

export async function pairUp(
  config: Config,
  folder: string,
  { twins, markdown, ...options }: Pairing,
  atPaths: PathPages,
): Promise<TwinReport> {
  const pages = await openReadablePages(config, markdown)
  try {
    return await writeTwins({
      ...options,
      ...{ from: folder, into: twins, origin: config.origin },
      readable: {
        make: async (state) => (atPaths.has(state.page) ? null : pages?.make(state)),
        prettyUrl: prettyUrls(config),
      },
    })
  } finally {
    await pages?.close()
  }
}

export function printTwins(terminal: Terminal, report: TwinReport, folder: string): void {
  const { written, unchanged, kept, removed, refused, errors, omitted } = report
  const showFirst = <T>(items: readonly T[], sign: unknown, textOf: (item: T) => string) => {
    for (const item of items.slice(0, SHOWN)) terminal.note(styled`${sign} ${textOf(item)}`)
    if (items.length > SHOWN) terminal.note(`  and ${count(items.length - SHOWN, 'more', 'more')}`)
  }
  const faultText = ({ address, reason }: TwinFault) => `${address}: ${reason}`
  showFirst(
    refused,
    red('✘'),
    (file) =>
      `${join(folder, file)} is no twin and was left as it is: give --twins a folder of its own, such as ${join(folder, 's')}`,
  )
  showFirst(errors, red('✘'), faultText)
  showFirst(omitted, yellow('!'), faultText)
  terminal.line(
    `Twins in ${folder}: ${written} written, ${unchanged} unchanged, ${kept} kept, ${removed} removed, ${refused.length + omitted.length} left out, ${count(errors.length, 'error')}.`,
  )
}
