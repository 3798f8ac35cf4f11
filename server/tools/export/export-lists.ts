// The lists for crawlers of an export, as the server answers them.

import type { Handler } from '../../cache/response/http-values.ts'
import { llmsFullText } from '../../serve/listing/llms-full.ts'
import { llmsText } from '../../serve/listing/llms-txt.ts'
import { robotsText } from '../../serve/listing/robots-txt.ts'
import { adoptedReadables } from '../../site/adopted-pages.ts'
import type { Config } from '../../site/config.ts'
import type { OpenApp, SiteState } from '../../site/site-states.ts'
import { failed, type LastFile } from './form.ts'

export interface Lists {
  offer(state: SiteState): void
  /** The files by their names, of the states that were offered. */
  files(): Promise<Readonly<Record<string, LastFile>>>
}

/** @param handler Answers the pages of llms-full.txt. */
export function createLists(
  { origin, pages }: Pick<Config, 'origin' | 'pages'>,
  apps: readonly OpenApp[],
  handler: Handler,
): Lists {
  const llms = llmsText(apps, origin, adoptedReadables(pages))
  return {
    offer: (state) => llms.offer(state),
    async files() {
      const robots = { 'robots.txt': robotsText({ origin, apps }) }
      const { text: all, failed: lacks, absent } = await llmsFullText(llms.paths, handler)
      const text = await llms.write(absent)
      if (text === undefined) return robots
      const full = lacks.length > 0 ? failed(`it would lack ${lacks.length} of its pages`) : all
      return { ...robots, 'llms.txt': text, 'llms-full.txt': full }
    },
  }
}
