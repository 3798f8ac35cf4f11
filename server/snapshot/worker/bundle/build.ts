/**
 * Builds a snapshot worker as one file, which halves its start time: dist/server/render.cjs, with
 * the licences of its parts. A step of `npm run build`, after `#happy-dom`.
 */
import { workerFile } from './worker-file.ts'

await workerFile('render', new URL('../program.js', import.meta.url), true)
