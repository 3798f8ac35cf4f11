/**
 * A step of `npm run build`, after `#happy-dom`: builds what a worker for adopted sites runs as one file: each page has a new worker,
 * which starts from it in a third of the time of its modules. Out: dist/server/adopt.cjs and the licences of all that is in it.
 */
import { workerFile } from '../../bundle/worker-file.ts'

await workerFile('adopt', new URL('../program.js', import.meta.url), false)
