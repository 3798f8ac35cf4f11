/** `npx tsx test/strangers/show.ts`, after `npm run build`. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { installPackages } from '../npm-project.ts'
import { findChromium } from '../run/chromium.ts'
import { buildStrangers, STRANGERS } from './install.ts'
import { tableOf } from './results.ts'
import { openCorpus } from './run.ts'
import { EXPECTED, showViews, tell, tellBoth } from './show-all.ts'

const beginning = process.argv[2] ?? ''
const failure = installPackages(STRANGERS)
if (failure !== null) throw new Error(failure)
const library = beginning.replace(/\/.*/, '')
buildStrangers((files) => files.filter((file) => file.startsWith(library)))
const browser = await chromium.launch({ executablePath: findChromium(), args: ['--no-sandbox'] })
const context = await browser.newContext()
// tsx writes calls of it around functions, which are evaluated in the page.
await context.addInitScript('globalThis.__name = (value) => value')
const corpus = await openCorpus()
try {
  const found = await showViews(corpus, context, beginning)
  for (const one of found) {
    tell(one)
    if (beginning !== '') tellBoth(one)
  }
  if (beginning === '')
    writeFileSync(join(import.meta.dirname, 'results.md'), tableOf(found, EXPECTED))
} finally {
  await corpus.close()
  await browser.close()
}
