/**
 * A step of `npm run build`, after `#happy-dom`: builds what a snapshot worker runs as one file, from which it starts in half of the
 * time. Out: dist/server/render.cjs and the licences of all that is in it.
 */
import { workerFile } from '../../bundle/worker-file.ts'

await workerFile('render', new URL('../program.js', import.meta.url), true)
