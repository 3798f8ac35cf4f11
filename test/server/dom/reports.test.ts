/**
 * The reports about happy-dom and the headers of the fixes name each other, each fix names its
 * purpose, and each report has a patch. reports.spec.ts runs the cases of the reports.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { expect } from '@playwright/test'
import { suite } from '../../run/suite.ts'
import { issueOf, isTest, patchedFiles, readReports } from './reports.ts'

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

test('the index has a row for each report, with its title, its patch and its fixes', () => {
  const rows = reports.map((report) => {
    const { name, file, title } = report
    const hasFix = patchedFiles(report).some(({ path }) => path.includes('/src/'))
    const patch = hasFix ? 'fix and test' : 'test alone'
    const fixes = namesOf(({ named }) => named.includes(file)).map((fix) => `\`${fix}\``)
    return `| [${title}](${name}.md) | [${patch}](${name}.patch) | ${fixes.toSorted().join(', ')} |`
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

test('each patch belongs to a report, and applies to the happy-dom that is installed with its exact context', () => {
  const patches = readdirSync('docs/happy-dom').filter((name) => name.endsWith('.patch'))
  expect(patches.toSorted()).toEqual(reports.map(({ name }) => `${name}.patch`).toSorted())
  for (const report of reports) {
    const stale = patchedFiles(report).filter(({ text }) => text === undefined)
    expect(stale, `files that ${report.name}.patch does not fit`).toEqual([])
  }
})

test('each patch adds tests in files of their own, and changes sources', () => {
  const wrong = reports.filter((report) => {
    const files = patchedFiles(report)
    const tests = files.filter(isTest)
    const others = files.filter((file) => !tests.includes(file))
    return (
      tests.length === 0 ||
      !tests.every(({ isNew }) => isNew) ||
      !others.every(({ path }) => path.startsWith('packages/happy-dom/src/'))
    )
  })
  expect(wrong.map(({ name }) => name)).toEqual([])
})

test('an issue has the parts of the template for bugs, and the patch', () => {
  for (const report of reports) {
    const issue = issueOf(report, { os: 'Linux', node: 'v24' })
    const parts = [...issue.matchAll(/^\*\*(.+?)\*\*/gm)].map(([, part]) => part)
    expect(parts.filter((part) => part !== 'Tests.')).toEqual([
      'Describe the bug',
      'To Reproduce',
      'Expected behavior',
      'Device and details:',
      'Additional context',
      'Standard.',
      'Cause.',
      'Mend.',
      'Patch',
    ])
    expect(issue).toContain(report.patch)
  }
})
