/**
 * Reads the reports about happy-dom in docs/happy-dom, and applies their patches to the sources of
 * the happy-dom that is installed. `npm run report` writes one for sending.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { applyPatch, parsePatch, type StructuredPatch } from 'diff'

export interface Report {
  readonly name: string
  readonly file: string
  readonly title: string
  /** One paragraph: the right behaviour, and happy-dom's. */
  readonly symptom: string
  /** The version of happy-dom that the report is about. */
  readonly version: string
  /** The whole case, as a reader runs it in Node, and the lines that each side prints. */
  readonly code: string
  readonly chromium: readonly string[]
  readonly happyDom: readonly string[]
  /** The sections Standard, Cause and Mend, and what the patch changes in tests of happy-dom. */
  readonly sections: string
  /** Functions of source files of happy-dom. */
  readonly causes: readonly { readonly name: string; readonly file: string }[]
  readonly patch: string
}

/** A file that a patch adds or changes, by its path in happy-dom's repository. */
export interface PatchedFile {
  readonly path: string
  readonly isNew: boolean
  /** Undefined if a line of the patch or its context does not match. */
  readonly text: string | undefined
}

const ROOT = new URL('../../../', import.meta.url)
const FOLDER = 'docs/happy-dom/'
const PACKAGE = 'packages/happy-dom/'

const SHAPE =
  /^# (?<title>.+)\n\n(?<symptom>[\s\S]+?)\n\nhappy-dom (?<version>\S+):\n\n```js\n(?<code>[\s\S]+?)```\n\nChromium prints:\n\n```text\n(?<chromium>[\s\S]+?)\n```\n\nhappy-dom prints:\n\n```text\n(?<happyDom>[\s\S]+?)\n```\n\n(?<sections>\*\*Standard\.\*\* .*https:[\s\S]+?\n\n\*\*Cause\.\*\* (?<cause>[\s\S]+?)\n\n\*\*Mend\.\*\* .+\n(?:\n\*\*Tests\.\*\* .+\n)?)$/

/** Names in backquotes, then the file that they are of. */
const CAUSE = /((?:`\w+`(?:, | and )?)+) of `packages\/happy-dom\/(src\/[\w/-]+\.ts)`/g

/** @throws When a report is not of the shape that the README of the folder shows. */
export const readReports = (): readonly Report[] =>
  readdirSync(new URL(FOLDER, ROOT))
    .filter((file) => file.endsWith('.md') && file !== 'README.md')
    .toSorted()
    .map((file) => readReport(file.replace('.md', '')))

function readReport(name: string): Report {
  const file = `${FOLDER}${name}.md`
  const { groups } = SHAPE.exec(readFileSync(new URL(file, ROOT), 'utf8')) ?? {}
  if (!groups) throw new Error(`${file} has not the shape of a report, see ${FOLDER}README.md`)
  const patch = new URL(`${FOLDER}${name}.patch`, ROOT)
  if (!existsSync(patch)) throw new Error(`${file} has no patch, see ${FOLDER}README.md`)
  const { title = '', symptom = '', version = '', code = '', sections = '' } = groups
  const { chromium = '', happyDom = '', cause = '' } = groups
  const causes = [...cause.matchAll(CAUSE)].flatMap(([, names = '', source = '']) =>
    [...names.matchAll(/`(\w+)`/g)].map(([, part = '']) => ({ name: part, file: source })),
  )
  const lines = { chromium: chromium.split('\n'), happyDom: happyDom.split('\n') }
  const texts = { title, symptom, version, code, sections, patch: readFileSync(patch, 'utf8') }
  return { name, file, causes, ...lines, ...texts }
}

/** Applies the patch of a report to the sources of the happy-dom that is installed. */
export const patchedFiles = ({ patch }: Report): readonly PatchedFile[] =>
  parsePatch(patch).map((change: StructuredPatch) => {
    const path = change.newFileName?.replace(/^b\//, '') ?? ''
    const isNew = change.oldFileName === '/dev/null'
    const source = new URL(path.replace(PACKAGE, 'node_modules/happy-dom/'), ROOT)
    if (!isNew && !existsSync(source)) return { path, isNew, text: undefined }
    const before = isNew ? '' : readFileSync(source, 'utf8')
    return { path, isNew, text: applyPatch(before, change, { fuzzFactor: 0 }) || undefined }
  })

export const isTest = ({ path }: PatchedFile): boolean =>
  path.startsWith(`${PACKAGE}test/`) && path.endsWith('.test.ts')

const block = (language: string, text: string) =>
  `\`\`\`${language}\n${text.replace(/\n$/, '')}\n\`\`\``

/** The report in the order of happy-dom's template for bugs, with its patch. */
export const issueOf = (report: Report, machine: { os: string; node: string }): string =>
  [
    `**Describe the bug**\n\n${report.symptom}`,
    `**To Reproduce**\n\n${block('js', report.code)}`,
    `It prints:\n\n${block('text', report.happyDom.join('\n'))}`,
    `**Expected behavior**\n\nChromium prints:\n\n${block('text', report.chromium.join('\n'))}`,
    `**Device and details:**\n\n- OS: ${machine.os}\n- Node version: ${machine.node}\n- Package version: ${report.version}`,
    `**Additional context**\n\n${report.sections.trimEnd()}`,
    `**Patch** against v${report.version}, with a test:\n\n${block('diff', report.patch)}\n`,
  ].join('\n\n')
