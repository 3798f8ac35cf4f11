/**
 * `npx tsx test/strangers/prepare.ts`, after `npm run build`: installs the packages of the corpus and builds it with the package as
 * it is. The test run does so before the specs of the corpus, which share it. Where npm cannot install, these are skipped, but in CI.
 */
import { buildProject, installPackages } from '../npm-project.ts'
import { STRANGERS } from './install.ts'

const failure = installPackages(STRANGERS)
if (failure === null) buildProject(STRANGERS)
else {
  console.error(failure)
  if (process.env.CI) process.exitCode = 1
}
