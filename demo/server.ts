// The production server of Lexicon, `npm start`: the app, its snapshots, its JSON API and its
// files. Reads PORT, ORIGIN and LEXICON_FILE.

import { join } from 'node:path'
import { toUglyUrl } from 'hashbang-router'
import { ConfigError, type ServerEvent, startServer } from 'hashbang-router/server'
import { lexiconApi } from './lexicon/api.ts'
import { ensureLexicon } from './lexicon/build.ts'
import { type OpenLexicon, openLexicon } from './lexicon/database.ts'
import { lexiconFile, rights } from './store.ts'

const built = (...path: string[]) => join(import.meta.dirname, ...path)

const { PORT = '3000', ORIGIN } = process.env
let lexicon: OpenLexicon | undefined

function report(event: ServerEvent): void {
  if (event.type === 'warning') console.error(`#!${event.state}: ${event.warnings.join('; ')}`)
  if (event.type === 'replaced') console.error(`A worker was replaced: ${event.why}`)
}

function fail(error: unknown): never {
  const why = error instanceof ConfigError ? error.message : error
  console.error(`Cannot start Lexicon on PORT="${PORT}":`, why)
  process.exit(1)
}

const server = await startServer(
  {
    ...(ORIGIN && { origin: ORIGIN }),
    port: Number(PORT),
    pages: { '/': { shell: built('client', 'index.html'), app: built('worker', 'app.js') } },
    assets: built('client'),
    ...rights,
  },
  {
    observers: [report],
    // The very first start builds the lexicon.
    middleware() {
      const file = lexiconFile()
      ensureLexicon(file)
      lexicon = openLexicon(file)
      return lexiconApi(lexicon)
    },
  },
).catch(fail)

for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.once(signal, async () => {
    await server.stop()
    lexicon?.close()
  })
}

const pretty = `${server.origin}/#!/word/ajax`
console.log(`Lexicon is at   ${pretty}\nIts snapshot at ${toUglyUrl(pretty)}`)
