// The site of the documents. `npm run site:dev` serves it, `npm run site` writes it as files.

import { fileURLToPath } from 'node:url'
import { hashbang } from 'hashbang-router/vite'
import { defineConfig } from 'vite'
import { documents } from './build/documents.ts'

export default defineConfig({
  root: import.meta.dirname,
  plugins: [documents(), hashbang({ app: 'routes.ts' })],
  worker: { format: 'es' },
  // The playground shows the whole text of an error. A browser's build has its code and values.
  resolve: {
    alias: { 'virtual:explained-router': fileURLToPath(import.meta.resolve('hashbang-router')) },
  },
})
