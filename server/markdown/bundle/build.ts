/**
 * A step of `npm run build`, after the compiler: builds `#markdown`, what turns HTML into Markdown, as one file. In: the packages
 * that markdown.ts names and what they depend on. Out: dist/server/markdown.js and the licences of all that is in it.
 */
import { oneFile } from '../../bundle/one-file.ts'

await oneFile({
  entry: new URL('./markdown.js', import.meta.url),
  out: new URL('../../markdown.js', import.meta.url),
  licenses: 'markdown.licenses.md',
  madeOf: [],
})
