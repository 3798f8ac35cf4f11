// The app as the snapshot workers see it: the same routes as in the browser, over the database itself.
// In: nothing; the database has been built by whoever starts the workers. Out: `routes` and `context()`.

import type { Context } from './context.ts'
import { openLexicon } from './lexicon/database.ts'
import { lexiconFile } from './store.ts'

export { routes } from './routes.ts'

/** Opens the database for reading; called once a worker. */
export const context = (): Context => ({ lexicon: openLexicon(lexiconFile()) })
