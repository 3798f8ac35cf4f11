// Which build of an app this is: what was kept of another is not answered. In: the pages of a configuration.
// Out: a hash of their files; a bundler names chunks by content, so a change of any changes these.

import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { ConfigError } from './config/settings.ts'
import type { Config } from './config.ts'

/** Gives the configuration's own name of the build, or a hash. @throws {ConfigError} When a file cannot be read. */
export async function buildOf({ pages, build }: Pick<Config, 'pages' | 'build'>): Promise<string> {
  const hash = createHash('sha256')
  for (const [path, page] of Object.entries(pages)) {
    for (const setting of ['shell', 'app'] as const) {
      hash.update(await readSetting(path, setting, page[setting]))
    }
  }
  return build ?? hash.digest('base64url').slice(0, 16)
}

/** Reads a file that a page's setting names. @throws {ConfigError} When it cannot be read. */
export const readSetting = (page: string, setting: string, file: string): Promise<string> =>
  readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new ConfigError(
      `"pages" of "${page}": "${setting}" is "${file}", which cannot be read (${error.code}): build the app first, or correct the path`,
    )
  })
