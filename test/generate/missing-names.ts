/**
 * Updates `absent` of server/diagnostics/missing-names.json: names that Chromium's window has and
 * ours lacks. New ones come under `?`, for you to give them a reason, or to build them. Names that
 * some versions of Node have stay, so that each version writes the same.
 */
import { writeFileSync } from 'node:fs'
import { chromium } from 'playwright-core'
import { bundle, openPage, openThread } from '../server/engine.ts'
import { FILE, lacking, OF_NODE, readGaps } from '../server/platform-gaps.ts'

const { CHROMIUM_PATH } = process.env
const browser = await chromium.launch({
  args: ['--no-sandbox'],
  ...(CHROMIUM_PATH ? { executablePath: CHROMIUM_PATH } : {}),
})
const code = await bundle('engine/names.ts')
const thread = await openThread(code)
const gaps = readGaps()
const missing = new Set(await lacking(await openPage(await browser.newPage(), code), thread))
await Promise.all([thread.close(), browser.close()])

const absent: Record<string, Record<string, string>> = {}
const add = (reason: string, owner: string, names: readonly string[]) => {
  const found = names.filter((name) => missing.delete(`${owner} ${name}`) || reason === OF_NODE)
  if (found.length > 0) absent[reason] = { ...absent[reason], [owner]: found.toSorted().join(' ') }
}
for (const [reason, owners] of Object.entries(gaps.absent))
  for (const [owner, names] of Object.entries(owners)) add(reason, owner, names.split(' '))
for (const owner of new Set([...missing].map((one) => one.split(' ')[0] ?? '')))
  add(
    '?',
    owner,
    [...missing]
      .filter((one) => one.startsWith(`${owner} `))
      .map((one) => one.slice(owner.length + 1)),
  )
writeFileSync(FILE, `${JSON.stringify({ ...gaps, absent }, null, 2)}\n`)
