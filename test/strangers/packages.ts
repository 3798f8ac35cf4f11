/**
 * Installs the packages of the corpus, as its lock has them. The test run starts it beside the build, because it takes minutes
 * where nothing is installed yet. Where npm cannot install, the specs of the corpus are skipped, but in CI.
 */
import { installPackages } from '../npm-project.ts'
import { STRANGERS } from './install.ts'

const failure = installPackages(STRANGERS)
if (failure !== null) {
  console.error(failure)
  if (process.env.CI) process.exitCode = 1
}
