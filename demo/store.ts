// Finds the lexicon's database. Sources and builds lie in different folders, so the search begins
// at the nearest package.json.

import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The file of the lexicon: `LEXICON_FILE`, or demo/data/lexicon.sqlite. */
export function lexiconFile(): string {
  return process.env.LEXICON_FILE ?? join(packageFolder(), 'demo', 'data', 'lexicon.sqlite')
}

/** The workers' rights: the database is locked by files in the temporary folder. */
export const rights = {
  workerEnv: ['LEXICON_FILE?'],
  workerFlags: ['--allow-fs-read=*', '--allow-fs-write=*'],
}

function packageFolder(): string {
  let folder = dirname(fileURLToPath(import.meta.url))
  while (!existsSync(join(folder, 'package.json')) && folder !== dirname(folder)) {
    folder = dirname(folder)
  }
  return folder
}
