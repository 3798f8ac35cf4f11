/**
 * `npx tsx test/strangers/prepare.ts`, after `npm run build`: installs the packages of the corpus and builds it with the
 * package as it is. The test run does so before the specs of the corpus, which share it: `npm test` builds a sample, drawn by
 * SEED, and `npm run test:all` builds all. Where npm cannot install, nothing is built.
 */
import { installPackages } from '../npm-project.ts'
import { numRuns, shuffled } from '../run/seed.ts'
import { buildStrangers, STRANGERS } from './install.ts'

/** Enough libraries for the 40 views of the sample. */
const SAMPLE = numRuns(20, Number.MAX_SAFE_INTEGER)

if (installPackages(STRANGERS) === null) buildStrangers((files) => shuffled(files).slice(0, SAMPLE))
