// The site of the documents. `npm run site:dev` serves it, `npm run site` writes it as files.

import { hashbang } from 'hashbang-router/vite'
import { defineConfig } from 'vite'
import { documents } from './documents.ts'

export default defineConfig({
  root: import.meta.dirname,
  plugins: [documents(), hashbang({ app: 'routes.ts' })],
})
