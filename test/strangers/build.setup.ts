/**
 * Installs the packages of the corpus and builds it with the package as it is, before the specs
 * that show it.
 */
import { test } from '@playwright/test'
import { installPackages } from '../npm-project.ts'
import { buildStrangers, STRANGERS } from './install.ts'

test('the corpus is installed and built', () => {
  const failure = installPackages(STRANGERS)
  if (failure !== null) throw new Error(failure)
  buildStrangers((files) => files)
})
