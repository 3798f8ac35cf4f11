// The version of this package, from its own package.json.

import { readFileSync } from 'node:fs'

/** Reads the version. */
export const packageVersion = (): string =>
  (
    JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')) as {
      version: string
    }
  ).version
