// Puts parts of the repository into the documents. Below a bold path of examples/: that file.
// Between `<!-- table: … -->` and `<!-- /table -->`: a table of bench/results, or the columns that
// are named behind its name. Between `<!-- options: … -->` and `<!-- /options -->`: the options of
// a command. `npm run docs` runs it. With --check it writes nothing, names the documents that are
// out of date, and exits with 1.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { optionsTable } from './options.js'

const ROOT = join(import.meta.dirname, '../..')
const read = (path) => readFileSync(join(ROOT, path), 'utf8')

const FILE = /(\*\*`(examples\/[^`\n]+)`\*\*\n\n```\w+\n)[\s\S]*?```/g
const TABLE = /(<!-- table: ([\w-]+)(?:: ([^\n]*))? -->\n)[\s\S]*?(<!-- \/table -->)/g

const OPTIONS = /(<!-- options: (\w+) -->\n)[\s\S]*?(<!-- \/options -->)/g

const cells = (row) => row.split('|').slice(1, -1)

/** The first table of a bench's results; of its columns the first and those that are named. */
function table(bench, names) {
  const rows = read(`bench/results/${bench}.md`).match(/^\|.*\|\n(?:\|.*\|\n)+/m)?.[0]
  if (rows === undefined) throw new Error(`${bench}.md holds no table`)
  if (names === undefined) return rows
  const lines = rows.trimEnd().split('\n')
  const headings = cells(lines[0] ?? '').map((heading) => heading.trim())
  const wanted = names.split(', ').map((name) => {
    const index = headings.indexOf(name)
    if (index < 0)
      throw new Error(`${bench}.md has no column "${name}", but ${headings.join(', ')}`)
    return index
  })
  const pick = (line) => `|${[0, ...wanted].map((index) => cells(line)[index]).join('|')}|\n`
  return lines.map(pick).join('')
}

const tables = new Map()
for (const [, , name] of readdirSync(join(ROOT, 'docs/commands')).flatMap((file) => [
  ...read(`docs/commands/${file}`).matchAll(OPTIONS),
]))
  tables.set(name, await optionsTable(name))

const embed = (text) =>
  text
    .replace(OPTIONS, (_, head, name, foot) => `${head}\n${tables.get(name)}\n${foot}`)
    .replace(FILE, (_, head, path) => `${head}${read(path)}\`\`\``)
    .replace(TABLE, (_, head, bench, names, foot) => `${head}\n${table(bench, names)}\n${foot}`)

const stale = []
const guides = readdirSync(join(ROOT, 'docs'), { recursive: true })
  .filter((name) => name.endsWith('.md') && !name.startsWith('site/'))
  .map((name) => join('docs', name))
for (const path of ['README.md', ...guides]) {
  const text = read(path)
  const made = embed(text)
  if (made === text) continue
  stale.push(path)
  if (!process.argv.includes('--check')) writeFileSync(join(ROOT, path), made)
}
if (stale.length > 0) console.log(`${stale.join(', ')}: not what the repository holds`)
if (process.argv.includes('--check')) process.exitCode = stale.length > 0 ? 1 : 0
