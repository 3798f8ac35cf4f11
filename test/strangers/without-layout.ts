/**
 * `npx tsx test/strangers/without-layout.ts [beginning]`, after `npm run build` and
 * `npm run build:package`. Leaves out parts of the layout and counts the views of the corpus whose
 * snapshots change.
 */
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from '../free-port.ts'
import { installPackages } from '../npm-project.ts'
import { buildStrangers, INSTALLED, STRANGERS } from './install.ts'
import { type Edit, STUBS } from './layout-stubs.ts'
import { openCorpus, withoutTimes } from './run.ts'

const PACKAGE = join(import.meta.dirname, '../..')
/** Below the package, so that its dependencies are found. */
const COPIES = join(PACKAGE, '.cache/without-layout')

const OUTLET = '<hashbang-outlet></hashbang-outlet>'
/** The widths of columns decide what a view in them measures. */
const PAGES: Readonly<Record<string, string>> = {
  grid: `<div style="display: grid; height: 100vh; grid-template-columns: 240px 1fr; grid-template-rows: 60px 1fr; grid-template-areas: 'head head' 'nav main'"><main style="grid-area: main"><outlet></main><nav style="grid-area: nav"></nav><header style="grid-area: head"></header></div>`,
  flex: '<div style="display: flex"><nav style="width: 240px"></nav><main style="flex: 1"><outlet></main></div>',
  floats:
    '<nav style="float: left; width: 240px"></nav><main style="float: left; width: calc(100% - 240px)"><outlet></main>',
}

/** Of all runs, as the random numbers of a page depend on its origin. */
const PORT = await freePort()

type Snapshots = ReadonlyMap<string, string>

let copies = 0

/** Copies the package and edits the copy. @returns Its folder. */
function copyWith(edits: readonly Edit[]): string {
  rmSync(COPIES, { recursive: true, force: true })
  // Node loads a module once by its address.
  const folder = join(COPIES, `${++copies}`)
  mkdirSync(folder, { recursive: true })
  cpSync(join(PACKAGE, 'package.json'), join(folder, 'package.json'))
  for (const name of ['server', 'src'])
    cpSync(join(PACKAGE, 'dist', name), join(folder, 'dist', name), { recursive: true })
  for (const edit of edits) apply(edit, join(folder, 'dist/server/dom'))
  const builder = join(folder, 'dist/server/snapshot/bundle/build-workers.js')
  const { status, stderr } = spawnSync(process.execPath, [builder], { encoding: 'utf8' })
  if (status !== 0) throw new Error(stderr)
  return folder
}

function apply({ file, text, replacement }: Edit, dom: string): void {
  const path = join(dom, file)
  const parts = readFileSync(path, 'utf8').split(text)
  if (parts.length !== 2) throw new Error(`${file} holds ${parts.length - 1} times: ${text}`)
  writeFileSync(path, parts.join(replacement))
}

interface Choice {
  readonly names?: readonly string[]
  /** HTML with an `<outlet>`, in place of a bare outlet. */
  readonly page?: string | undefined
}

async function render(edits: readonly Edit[], choice: Choice = {}): Promise<Snapshots> {
  const { createHandler } = await import(join(copyWith(edits), 'dist/server/index.js'))
  const shell = readFileSync(INSTALLED.shell, 'utf8')
  const own = join(COPIES, 'index.html')
  writeFileSync(own, shell.replace(OUTLET, choice.page?.replace('<outlet>', OUTLET) ?? OUTLET))
  const corpus = await openCorpus({ ...INSTALLED, shell: own }, createHandler, PORT)
  const snapshots = new Map<string, string>()
  for (const name of choice.names ?? corpus.names) {
    const { status, html } = await corpus.snapshot(name)
    snapshots.set(name, `${status} ${withoutTimes(html)}`)
  }
  await corpus.close()
  return snapshots
}

/** Marks the documents that are laid out, and those with a drawing that is measured. */
const MARK = "document.documentElement?.setAttribute('data-measured', '');\n"
const MARKS: readonly Edit[] = [
  ['document-layout', 'function layOutDocument(document, styles) {\n'],
  ['svg', 'export function svgBoundingBox(element, depth = 0) {\n'],
].map(([file, head = '']) => ({
  file: `additions/layout/${file}.js`,
  text: head,
  replacement: head + MARK,
}))

const changed = (one: Snapshots, other: Snapshots): string[] =>
  [...other.keys()].filter((name) => one.get(name) !== other.get(name))

const failure = installPackages(STRANGERS)
if (failure !== null) throw new Error(failure)
buildStrangers((files) => files)
const all = await render([])
const again = await render([])
const stable = [...all.keys()].filter((name) => all.get(name) === again.get(name))
const marked = await render(MARKS, { names: stable })
const names = stable.filter((name) => marked.get(name)?.includes('data-measured'))
/** Of the layout as it is, by the page. */
const whole = new Map<string | undefined, Snapshots>([[undefined, all]])
async function changedBy(edits: readonly Edit[], page?: string): Promise<string[]> {
  const known = whole.get(page) ?? (await render([], { names, page }))
  whole.set(page, known)
  return changed(known, await render(edits, { names, page }))
}

console.log(`${all.size} views, ${stable.length} of them stable; ${names.length} measure\n`)
console.log('| left out | views that change | in a page of that kind |\n|---|---:|---:|')
for (const [title, edits] of Object.entries(STUBS)) {
  if (!title.startsWith(process.argv[2] ?? '')) continue
  const views = await changedBy(edits)
  const page = PAGES[title.split(/[: ]/)[0] ?? '']
  const inPage = page === undefined ? [] : await changedBy(edits, page)
  console.log(`| ${title} | ${views.length} | ${page === undefined ? '' : inPage.length} |`)
  console.log(`  ${[...new Set([...views, ...inPage])].join(' ')}`)
}
