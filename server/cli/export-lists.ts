// The part of `hashbang export` that writes robots.txt, llms.txt and llms-full.txt, as the server
// answers them.

import { existsSync } from 'node:fs'
import { copyFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Handler } from '../http/types.ts'
import { adoptedReadables } from '../site/adopted-pages.ts'
import type { Config } from '../site/config.ts'
import type { OpenApp, SiteState } from '../site/states.ts'
import { llmsFullText } from '../tools/sitemap/llms-full.ts'
import { llmsText } from '../tools/sitemap/llms-txt.ts'
import { robotsText } from '../tools/sitemap/robots-txt.ts'
import { writeOutput } from './output-file.ts'

const FILES = ['robots.txt', 'llms.txt', 'llms-full.txt']

export interface Lists {
  offer(state: SiteState): void
  /** @param handler Answers the pages of llms-full.txt. */
  write(folder: string, handler: Handler): Promise<void>
}

export function createLists({ origin, pages }: Config, apps: readonly OpenApp[]): Lists {
  const llms = llmsText(apps, origin, adoptedReadables(pages))
  return {
    offer: (state) => llms.offer(state),
    async write(folder, handler) {
      await writeOutput(join(folder, 'robots.txt'), robotsText({ origin, apps }))
      const text = await llms.write()
      if (text === undefined) return
      await writeOutput(join(folder, 'llms.txt'), text)
      const { text: full } = await llmsFullText(llms.paths, handler)
      await writeOutput(join(folder, 'llms-full.txt'), full)
    },
  }
}

/** Copies them from where they were written. The app's own files of these names stay. */
export async function copyLists(from: string, into: string, assets = from): Promise<void> {
  for (const name of FILES)
    if (existsSync(join(from, name)) && (assets === from || !existsSync(join(assets, name))))
      await copyFile(join(from, name), join(into, name))
}
