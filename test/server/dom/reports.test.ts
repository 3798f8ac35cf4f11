/** The reports about happy-dom and the headers of the fixes name each other. reports.spec.ts runs their cases. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { expect } from '@playwright/test'
import { suite } from '../../run/suite.ts'
import { readReports } from './reports.ts'

const test = suite('reports')
const reports = readReports()
const read = (path: string) => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8')

/** What each fix and each patch says of itself, by its path. */
const headers = readdirSync(new URL('../../../server/dom', import.meta.url), {
  recursive: true,
  encoding: 'utf8',
})
  .filter((name) => /\.(?:ts|patch)$/.test(name))
  .map((name) => {
    const path = `server/dom/${name}`
    const [header = ''] = read(path).split(name.endsWith('.ts') ? '*/' : /^--- /m)
    return { path, header }
  })

/** The reports that a header names. */
const named = (header: string) =>
  [...header.matchAll(/Reports?:((?: docs\/happy-dom\/\S+)+)/g)].flatMap(([, files = '']) =>
    files.trim().split(' '),
  )

test('a header that calls a defect not reported names its report', () => {
  const silent = headers.filter(
    ({ header }) => /not reported/i.test(header) && named(header).length === 0,
  )
  expect(silent.map(({ path }) => path)).toEqual([])
})

test('a header says of no defect in other words that it is not reported', () => {
  const said = /unreported|nobody has reported|not (?:yet )?(?:been )?reported upstream/i
  expect(headers.filter(({ header }) => said.test(header)).map(({ path }) => path)).toEqual([])
})

test('each report is named by a header, and each report that a header names is there', () => {
  const files = new Set(headers.flatMap(({ header }) => named(header)))
  expect([...files].toSorted()).toEqual(reports.map(({ file }) => file).toSorted())
})

test('a header that names a report calls the defect not reported', () => {
  const paths = headers
    .filter(({ header }) => named(header).length > 0 && !/not reported/i.test(header))
    .map(({ path }) => path)
  expect(paths).toEqual([])
})

test('the index has a row for each report, with its title and its fixes', () => {
  const rows = reports.map(({ file, title }) => {
    const fixes = headers.filter(({ header }) => named(header).includes(file))
    const names = fixes.map(({ path }) => `\`${path.replace('server/dom/', '')}\``)
    return `| [${title}](${file.replace('docs/happy-dom/', '')}) | ${names.toSorted().join(', ')} |`
  })
  const index = read('docs/happy-dom/README.md')
  expect(index.split('\n').filter((line) => line.startsWith('| ['))).toEqual(rows)
})

test('each report is of the happy-dom that is installed', () => {
  const { version } = JSON.parse(read('node_modules/happy-dom/package.json'))
  const old = reports.filter((report) => report.version !== version)
  expect(old.map(({ file }) => `${file} is not of happy-dom ${version}`)).toEqual([])
})

test('each report names functions that happy-dom has as the cause', () => {
  const wrong = reports.flatMap(({ file, causes }) => {
    const unknown = causes.filter((cause) => {
      const path = `node_modules/happy-dom/${cause.file}`
      const isThere = existsSync(new URL(`../../../${path}`, import.meta.url))
      return !isThere || !new RegExp(`\\b${cause.name}\\b`).test(read(path))
    })
    if (causes.length === 0) return [`${file} names no cause`]
    return unknown.map((cause) => `${file}: ${cause.name} of ${cause.file}`)
  })
  expect(wrong).toEqual([])
})
