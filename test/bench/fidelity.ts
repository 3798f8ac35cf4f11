/**
 * How much of the HTML corpus each DOM reads as Chromium does: ours, stock happy-dom, jsdom, linkedom. No times: every case is
 * put into a <div> by innerHTML and compared by outerHTML. The table goes to the console and to test/bench/results/fidelity.md.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { chromium } from '@playwright/test'
import { Window } from 'happy-dom'
import { JSDOM } from 'jsdom'
import { parseHTML } from 'linkedom'
import { corpus } from '../fixtures/engine/corpus.ts'
import { bundle, openPage, openThread } from '../server/engine.ts'
import { versions } from './report.ts'

const PACKAGES = ['happy-dom', 'jsdom', 'linkedom', 'parse5']

/** What a document of one of the peers makes of the corpus, by its own parser and serializer. */
function parseIn(document: Document): string[] {
  return corpus.map(([, markup]) => {
    const element = document.createElement('div')
    try {
      element.innerHTML = markup
      return element.outerHTML
    } catch (error) {
      return `threw ${error}`
    }
  })
}

const code = await bundle('engine/corpus.ts')
const thread = await openThread(code)
const ours = await thread.call<string[]>('parseAll', 'innerHTML')
await thread.close()
const { CHROMIUM_PATH: executablePath } = process.env
const browser = await chromium.launch({
  args: ['--no-sandbox', '--disable-gpu'],
  ...(executablePath ? { executablePath } : { channel: 'chromium' }),
})
const page = await openPage(await browser.newPage(), code)
const theirs = await page.call<string[]>('parseAll', 'innerHTML')
await browser.close()

const contestants: Readonly<Record<string, readonly string[]>> = {
  'hashbang-router': ours,
  'happy-dom': parseIn(new Window().document as unknown as Document),
  jsdom: parseIn(new JSDOM('').window.document),
  linkedom: parseIn(parseHTML('<!doctype html><html><body></body></html>').document),
}
const differ = Object.fromEntries(
  Object.entries(contestants).map(([name, read]) => [
    name,
    corpus.map(([title]) => title).filter((_, index) => read[index] !== theirs[index]),
  ]),
)
const rows = Object.entries(differ).map(
  ([name, titles]) => `| ${name} | ${titles.length} of ${corpus.length} | ${titles.join(', ')} |`,
)
const text = [
  '# fidelity\n',
  `Of ${corpus.length} pieces of markup, those that are read otherwise than by Chromium.\n`,
  '| DOM | differ | which |\n| --- | ---: | --- |',
  ...rows,
  `\n${versions(PACKAGES)}.\n`,
].join('\n')
console.log(text)
const folder = new URL('results/', import.meta.url)
mkdirSync(folder, { recursive: true })
writeFileSync(new URL('fidelity.md', folder), text)
if ((differ['hashbang-router']?.length ?? Number.POSITIVE_INFINITY) > 2) {
  throw new Error('More than 2 cases of the corpus differ from Chromium')
}
