/**
 * Writes one report of docs/happy-dom into a folder, ready to send, and prints how to send it:
 * `npm run report -- base-element ./out`. It reads this repository and node_modules only.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { release, type } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { issueOf, isTest, patchedFiles, readReports } from '../server/dom/reports.ts'

const [name, folder] = process.argv.slice(2)
const reports = readReports()
const report = reports.find((one) => one.name === name)
if (!report || !folder) {
  const names = reports.map((one) => one.name).join('\n  ')
  console.error(`Usage: npm run report -- <name> <folder>\n\nNames:\n  ${names}`)
  process.exit(1)
}

const out = resolve(folder)
const write = (path: string, text: string) => {
  const file = join(out, path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
  console.log(`Wrote ${file}`)
}
const tests = patchedFiles(report).filter(isTest)
write('ISSUE.md', issueOf(report, { os: `${type()} ${release()}`, node: process.version }))
write(`${report.name}.patch`, report.patch)
for (const { path, text = '' } of tests) write(path, text)

console.log(`
Read all of it first, and the rules for contributions: you answer for the patch.
https://github.com/capricorn86/happy-dom/blob/master/CONTRIBUTING.md

1. Search for the subject: https://github.com/capricorn86/happy-dom/issues
2. Open an issue with the template for bugs. ISSUE.md has its parts. The title:
   ${report.title}
3. For a pull request, run in your clone of your fork:
   git checkout -b ${report.name} v${report.version}
   git apply --index ${join(out, `${report.name}.patch`)}
   npm install && cd packages/happy-dom && npm run compile
   npx vitest run ${tests.map(({ path }) => path.replace('packages/happy-dom/', '')).join(' ')}
   npm test
   git commit -m "fix: [#<number of the issue>] ${report.title.replaceAll('`', '')}"
   git rebase origin/master && git push -u origin ${report.name}`)
