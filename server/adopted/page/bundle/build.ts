/**
 * Builds a worker for adopted sites as one file, which starts in a third of the time:
 * dist/server/adopt.cjs, with licences. Runs in `npm run build`, after `#happy-dom`.
 */
import { workerFile } from '../../../snapshot/worker/bundle/worker-file.ts'

await workerFile('adopt', new URL('../program.js', import.meta.url), false)
