/**
 * Writes server/diagnostics/missing-names.json: the names that Chromium's window has and ours
 * lacks.
 */
import { writeFileSync } from 'node:fs'
import { runInNewContext } from 'node:vm'
import { chromium } from 'playwright-core'
import { bundle, openPage, openThread } from '../server/engine.ts'

type Names = Readonly<Record<string, readonly string[]>>

const FILE = new URL('../../server/diagnostics/missing-names.json', import.meta.url)

const { CHROMIUM_PATH } = process.env
const browser = await chromium.launch({
  args: ['--no-sandbox'],
  ...(CHROMIUM_PATH ? { executablePath: CHROMIUM_PATH } : {}),
})
const code = await bundle('engine/names.ts')
const thread = await openThread(code)
const page = await openPage(await browser.newPage(), code)
const missing = await thread.call<Names>('lacking', await page.call<Names>('platform'))
await Promise.all([thread.close(), browser.close()])

// Built-ins of the language have a list of their own: which are missing depends on the version of
// Node.
const language = new Set<string>(runInNewContext('Object.getOwnPropertyNames(globalThis)'))
const isOfLanguage = (owner: string) => language.has(owner.replace(/^\./, ''))
// A name that every object of an interface lacks is listed once; Chromium has a second name for
// `navigator`.
const ofInterfaces = new Set(
  Object.entries(missing).flatMap(([owner, names]) => (owner.startsWith('.') ? [] : names)),
)
const isSaid = (owner: string, name: string) =>
  /^[\w$]+$/.test(name) &&
  !(owner === '.' && language.has(name)) &&
  !(owner.startsWith('.') && ofInterfaces.has(name))

const lines = Object.entries(missing)
  .filter(([owner]) => !isOfLanguage(owner) && !owner.startsWith('.clientInformation'))
  .map(([owner, names]) => [owner, names.filter((name) => isSaid(owner, name))] as const)
  .filter(([, names]) => names.length > 0)
  .toSorted(([a], [b]) => (a < b ? -1 : 1))
  .map(
    ([owner, names]) => `${JSON.stringify(owner)}: ${JSON.stringify(names.toSorted().join(' '))}`,
  )
writeFileSync(FILE, `{\n  ${lines.join(',\n  ')}\n}\n`)
