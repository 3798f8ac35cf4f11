// Builds `#markdown`, the Markdown converter, as dist/server/markdown.js with the licences of its
// packages. A step of `npm run build` after the compiler.

import { readFileSync } from 'node:fs'
import { oneFile } from '../../../dom/bundle/one-file.ts'

await oneFile({
  entry: new URL('./markdown.js', import.meta.url),
  out: new URL('../../../markdown.js', import.meta.url),
  licenses: 'markdown.licenses.md',
  minify: { compress: false, mangle: false, codegen: { removeWhitespace: true } },
  madeOf: [readFileSync(new URL(import.meta.url), 'utf8')],
})
