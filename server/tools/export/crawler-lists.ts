// The lists for crawlers of an export: robots.txt and llms.txt, as the server returns them.

import type { Handler } from '../../cache/response/http-values.ts'
import { llmsFullText } from '../../serve/listing/llms-full.ts'
import { llmsText } from '../../serve/listing/llms-txt.ts'
import { robotsText } from '../../serve/listing/robots-txt.ts'
import { adoptedReadables } from '../../site/adopted-pages.ts'
import type { Config } from '../../site/config.ts'
import type { OpenedApp, SiteState } from '../../site/site-states.ts'
import { failedFile, type LastFile } from './export-form.ts'

export interface CrawlerLists {
  offer(state: SiteState): void
  files(): Promise<Readonly<Record<string, LastFile>>>
}

export function createLists(
  { origin, pages, base }: Pick<Config, 'origin' | 'pages' | 'base'>,
  apps: readonly OpenedApp[],
  handler: Handler,
): CrawlerLists {
  const llms = llmsText(apps, origin, adoptedReadables(pages))
  return {
    offer: (state) => llms.offer(state),
    async files() {
      const robots = { 'robots.txt': robotsText({ origin, apps, base }) }
      const { text: fullText, failed: missing, absent } = await llmsFullText(llms.paths, handler)
      const text = await llms.write(absent)
      if (text === undefined) return robots
      const full =
        missing.length > 0 ? failedFile(`it would lack ${missing.length} of its pages`) : fullText
      return { ...robots, 'llms.txt': text, 'llms-full.txt': full }
    },
  }
}
