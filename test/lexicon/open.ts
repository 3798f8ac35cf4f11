/** The demo's database, built if it is missing, and a server on a free port. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Middleware } from '../../demo/lexicon/api.ts'
import { ensureLexicon } from '../../demo/lexicon/build.ts'
import { type OpenLexicon, openLexicon } from '../../demo/lexicon/database.ts'
import { lexiconFile } from '../../demo/store.ts'

export function openDatabase(): OpenLexicon {
  const file = lexiconFile()
  ensureLexicon(file, { write: () => true })
  return openLexicon(file)
}

export interface Served {
  readonly origin: string
  close(): void
}

/** What the middleware passes on is answered with 'elsewhere'. */
export async function serve(middleware: Middleware): Promise<Served> {
  const server = createServer((req, res) =>
    middleware(req, res, () => res.writeHead(404).end('elsewhere')),
  )
  // Client and server share a thread: a long comparison would let connections expire while both are busy.
  server.keepAliveTimeout = 0
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://127.0.0.1:${port}`,
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}
