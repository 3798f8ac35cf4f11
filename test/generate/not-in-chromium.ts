/**
 * Writes server/dom/bundle/not-in-chromium.json: what the specifications describe and Chromium does
 * not have.
 */
import { writeFileSync } from 'node:fs'
import { chromium } from 'playwright-core'
import { readIdl } from '../../dist/server/dom/bundle/read-idl.js'

const FILE = new URL('../../server/dom/bundle/not-in-chromium.json', import.meta.url)

/** @returns The names that a window lacks, by interface. */
function lacking(all: Readonly<Record<string, readonly string[]>>): Record<string, string[]> {
  const found: Record<string, string[]> = { '': [] }
  for (const [name, members] of Object.entries(all)) {
    const Class = Reflect.get(globalThis, name) as { prototype?: object } | undefined
    if (Class === undefined) found['']?.push(name)
    else {
      const owners = [Class, Class.prototype, name === 'Window' ? globalThis : undefined]
      const lacked = members.filter((one) => !owners.some((at) => at && Object.hasOwn(at, one)))
      if (lacked.length > 0) found[name] = lacked
    }
  }
  return found
}

const { interfaces } = await readIdl({})
const names = Object.fromEntries(
  [...interfaces].map(([name, { members }]) => {
    const named = members.filter((one) => one.name && one.type !== 'constructor')
    return [name, [...new Set(named.map((one) => one.name))]]
  }),
)
const { CHROMIUM_PATH } = process.env
const browser = await chromium.launch({
  args: ['--no-sandbox'],
  ...(CHROMIUM_PATH ? { executablePath: CHROMIUM_PATH } : {}),
})
const page = await browser.newPage()
await page.route('http://localhost/**', (route) =>
  route.fulfill({ contentType: 'text/html', body: '<!doctype html>' }),
)
await page.goto('http://localhost/')
const missing = await page.evaluate(lacking, names)
await browser.close()
const lines = Object.entries(missing)
  .toSorted(([a], [b]) => (a < b ? -1 : 1))
  .map(([owner, all]) => `${JSON.stringify(owner)}: ${JSON.stringify(all.toSorted().join(' '))}`)
writeFileSync(FILE, `{\n  ${lines.join(',\n  ')}\n}\n`)
