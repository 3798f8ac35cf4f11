/**
 * The reports about happy-dom and the headers of the fixes name each other, and each fix names its
 * purpose. reports.spec.ts runs the cases of the reports.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { expect } from '@playwright/test'
import { suite } from '../../run/suite.ts'
import { readReports } from './reports.ts'

const test = suite('reports')
const reports = readReports()

/** The header of each fix, addition and patch, by its path. */
const headers = readdirSync('server/dom', { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.(?:ts|patch)$/.test(name))
  .map((name) => {
    const text = readFileSync(`server/dom/${name}`, 'utf8')
    const [header = ''] = text.split(name.endsWith('.ts') ? '*/' : /^--- /m)
    const named = [...header.matchAll(/docs\/happy-dom\/[\w-]+\.md/g)].map(([file]) => file)
    return { name, header, named }
  })
const namesOf = (which: (one: (typeof headers)[number]) => boolean) =>
  headers.filter(which).map(({ name }) => name)

test('each fix names its issue of happy-dom or its report, or is marked as ours or as an addition', () => {
  const origin = /happy-dom#\d+|docs\/happy-dom\/|\b[Oo]urs\b|\b[Aa]dditions?\b/
  const own = /^(?:fixes|additions)\/(?!index\.ts)[^/]+\.ts$/
  expect(namesOf(({ name, header }) => own.test(name) && !origin.test(header))).toEqual([])
})

test('a header that calls a defect not reported names its report, and a header names each report', () => {
  const unreported = /not (?:yet )?(?:been )?reported|unreported|nobody has reported/i
  expect(namesOf(({ header, named }) => unreported.test(header) && named.length === 0)).toEqual([])
  const all = new Set(headers.flatMap(({ named }) => named))
  expect([...all].toSorted()).toEqual(reports.map(({ file }) => file).toSorted())
})

test('the index has a row for each report, with its title and its fixes', () => {
  const rows = reports.map(({ file, title }) => {
    const fixes = namesOf(({ named }) => named.includes(file)).map((name) => `\`${name}\``)
    return `| [${title}](${file.replace('docs/happy-dom/', '')}) | ${fixes.toSorted().join(', ')} |`
  })
  const index = readFileSync('docs/happy-dom/README.md', 'utf8')
  expect(index.split('\n').filter((line) => line.startsWith('| ['))).toEqual(rows)
})

test('each report is of the happy-dom that is installed, and names functions of it as the cause', () => {
  const installed = 'node_modules/happy-dom'
  const { version } = JSON.parse(readFileSync(`${installed}/package.json`, 'utf8'))
  expect(reports.filter((one) => one.version !== version || one.causes.length === 0)).toEqual([])
  const wrong = reports
    .flatMap(({ causes }) => causes)
    .filter(({ name, file }) => {
      const path = `${installed}/${file}`
      return !existsSync(path) || !new RegExp(`\\b${name}\\b`).test(readFileSync(path, 'utf8'))
    })
  expect(wrong).toEqual([])
})
