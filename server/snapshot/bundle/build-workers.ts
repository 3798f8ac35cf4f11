// Builds the files that a worker loads whole: `#markdown` and the two programs of workers. A step
// of `npm run build`, after `#happy-dom`.

import { readFileSync } from 'node:fs'
import { oneFile } from '../../dom/bundle/one-file.ts'
import { bundleWorker } from './bundle-worker.ts'

await oneFile({
  entry: new URL('./markdown.js', import.meta.url),
  out: new URL('../../markdown.js', import.meta.url),
  licenses: 'markdown.licenses.md',
  minify: { compress: false, mangle: false, codegen: { removeWhitespace: true } },
  madeOf: [readFileSync(new URL(import.meta.url), 'utf8')],
})
await bundleWorker('render', new URL('../worker/table-program.js', import.meta.url), true)
await bundleWorker(
  'adopt',
  new URL('../../adopted/page/adopted-program.js', import.meta.url),
  false,
)
