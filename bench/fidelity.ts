/**
 * Every row of the fidelity table: the checks whose result in the snapshot's DOM differs from
 * Chromium's. No times. Stock happy-dom, jsdom and linkedom read the HTML corpus, too: every case
 * is put into a <div> by innerHTML and compared by outerHTML. The row of the strangers' views is
 * that of the last `npx tsx test/strangers/show.ts`, as it takes minutes. The tables go to the
 * console and to bench/results/fidelity.md and fidelity-checks.md.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { chromium, type Page } from '@playwright/test'
import { Window } from 'happy-dom'
import { JSDOM } from 'jsdom'
import { parseHTML } from 'linkedom'
import { corpus } from '../test/fixtures/engine/corpus.ts'
import { bundle, openPage, openThread } from '../test/server/engine.ts'
import { versions } from './report.ts'

const PACKAGES = ['happy-dom', 'jsdom', 'linkedom', 'parse5']
/** More cases of the corpus than these must not differ. */
const MOST = 2

type Answers = Readonly<Record<string, string>>

/** The results of both sides for the checks of a fixture. */
async function answersOf(page: Page, fixture: string): Promise<{ ours: Answers; theirs: Answers }> {
  const code = await bundle(fixture)
  const thread = await openThread(code)
  const ours = await thread.call<Answers>('run')
  await thread.close()
  const side = await openPage(page, code)
  return { ours, theirs: await side.call<Answers>('run') }
}

/**
 * The number of checks, and those that differ.
 * @param nameOf Checks of one name count once.
 */
async function compared(page: Page, fixture: string, nameOf = (name: string) => name) {
  const { ours, theirs } = await answersOf(page, fixture)
  const names = Object.keys(theirs)
  const differing = names.filter((name) => ours[name] !== theirs[name])
  return { all: new Set(names.map(nameOf)).size, differing: [...new Set(differing.map(nameOf))] }
}

/** The corpus as a document of a peer parses and serializes it. */
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

/**
 * The sum that the strangers' test wrote: views, those that are equal, in text alone, and
 * otherwise.
 */
function strangers(): string[] {
  const text = readFileSync('test/strangers/results.md', 'utf8')
  const row = text.split('\n').find((line) => /^\| \*\*\d+ libraries/.test(line)) ?? ''
  return row.split('|').map((cell) => cell.trim().replaceAll('*', ''))
}

const { CHROMIUM_PATH: executablePath } = process.env
const browser = await chromium.launch({
  args: ['--no-sandbox', '--disable-gpu'],
  ...(executablePath ? { executablePath } : { channel: 'chromium' }),
})
const code = await bundle('engine/corpus.ts')
const thread = await openThread(code)
const ours = await thread.call<string[]>('parseAll', 'innerHTML')
await thread.close()
const page = await openPage(await browser.newPage(), code)
const theirs = await page.call<string[]>('parseAll', 'innerHTML')
const checks = async (fixture: string, nameOf?: (name: string) => string) =>
  compared(await browser.newPage(), fixture, nameOf)
const selectors = await checks('engine/selectors.ts', (name) => name.replace(/^\w+ /, ''))
const jquery = await checks('engine/jquery.ts')
const sanitizers = await checks('engine/sanitizers.ts')
const features = await checks('engine/features.ts')
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
const [, libraries, views, , inText, warned, others] = strangers()
const sets: [what: string, found: { all: number; differing: readonly string[] }][] = [
  ['pieces of markup', { all: corpus.length, differing: differ['hashbang-router'] ?? [] }],
  ['selectors, from four kinds of roots, by four methods', selectors],
  ['selectors of jQuery', jquery],
  ['inputs and settings of DOMPurify', sanitizers],
  ['checks of DOM features', features],
]
const title = (what: string) => `# ${what}\n`
const checksText = [
  title('fidelity: checks'),
  'Checks whose result in the DOM of a snapshot differs from that in Chromium.\n',
  '| against Chromium | of | differ | which |\n| --- | ---: | ---: | --- |',
  ...sets.map(([what, { all, differing }]) => {
    const which = differing.map((name) => `\`${name.replaceAll('|', '\\|')}\``).join(', ')
    return `| ${what} | ${all} | ${differing.length} | ${which} |`
  }),
  `| views of ${libraries} | ${views} | ${Number(warned || 0) + Number(others || 0)} | ${inText} in attributes alone |`,
  `\n${versions(PACKAGES)}.\n`,
].join('\n')
const text = [
  title('fidelity'),
  `Of ${corpus.length} pieces of markup, those that are read otherwise than by Chromium.\n`,
  '| DOM | differ | which |\n| --- | ---: | --- |',
  ...rows,
  `\n${versions(PACKAGES)}.\n`,
].join('\n')
console.log(text)
console.log(checksText)
const folder = new URL('results/', import.meta.url)
mkdirSync(folder, { recursive: true })
writeFileSync(new URL('fidelity.md', folder), text)
writeFileSync(new URL('fidelity-checks.md', folder), checksText)
if ((differ['hashbang-router']?.length ?? Number.POSITIVE_INFINITY) > MOST) {
  throw new Error(`More than ${MOST} cases of the corpus differ from Chromium`)
}
