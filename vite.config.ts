// The demo: Lexicon. `vite` serves it, `vite build` writes it to demo/dist.

import { hashbang } from 'hashbang-router/vite'
import { defineConfig, type Plugin } from 'vite'
import { lexiconApi } from './demo/lexicon/api.ts'
import { ensureLexicon } from './demo/lexicon/build.ts'
import { openLexicon } from './demo/lexicon/database.ts'
import { lexiconFile, rights } from './demo/store.ts'

/** The JSON API that the browser asks, as the production server answers it. */
function lexicon(): Plugin {
  return {
    name: 'lexicon',
    configureServer(server) {
      ensureLexicon(lexiconFile())
      const opened = openLexicon(lexiconFile())
      server.httpServer?.once('close', () => opened.close())
      server.middlewares.use(lexiconApi(opened))
    },
  }
}

export default defineConfig({
  root: 'demo',
  plugins: [hashbang({ app: 'app.ts', ...rights }), lexicon()],
  environments: {
    // WebAssembly that finds its file beside itself.
    hashbang: { resolve: { external: ['node-sqlite3-wasm'] } },
  },
})
