// The app module of the snapshot workers: the browser's routes, over the database itself.

import type { Context } from './context.ts'
import { openLexicon } from './lexicon/database.ts'
import { lexiconFile } from './store.ts'

export { routes } from './routes.ts'

/** Opens the database for reading; called once a worker. */
export const context = (): Context => ({ lexicon: openLexicon(lexiconFile()) })
