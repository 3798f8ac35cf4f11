/** `npx tsx test/strangers/prepare.ts` installs the packages of the corpus, so that its specs can run offline. */
import { installPackages } from './install.ts'

const failure = installPackages()
if (failure !== null) {
  console.error(failure)
  process.exitCode = 1
}
