// Where the lexicon's database is. In: the environment. Out: a path.
// The sources, the server's build and the worker's bundle lie in different folders, so it is found from the
// package's own: the nearest folder upwards with a package.json.

import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The file of the lexicon: `LEXICON_FILE`, or demo/data/lexicon.sqlite. */
export function lexiconFile(): string {
  return process.env.LEXICON_FILE ?? join(packageFolder(), 'demo', 'data', 'lexicon.sqlite')
}

/** The rights of the workers: the database takes a lock beside its file, under a name in the temporary folder. */
export const rights = {
  workerEnv: ['LEXICON_FILE'],
  workerFlags: ['--allow-fs-read=*', '--allow-fs-write=*'],
}

function packageFolder(): string {
  let folder = dirname(fileURLToPath(import.meta.url))
  while (!existsSync(join(folder, 'package.json')) && folder !== dirname(folder)) {
    folder = dirname(folder)
  }
  return folder
}
