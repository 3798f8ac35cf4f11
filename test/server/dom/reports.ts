/** Reads the reports about happy-dom. In: docs/happy-dom. Out: each report's case, and the lines that it says each side prints. */
import { readdirSync, readFileSync } from 'node:fs'

/** A function of a source file of happy-dom that a report names as the cause. */
export interface Cause {
  readonly name: string
  readonly file: string
}

export interface Report {
  readonly file: string
  readonly title: string
  /** The version of happy-dom that the report is about. */
  readonly version: string
  /** The whole case, as a reader runs it in Node. */
  readonly code: string
  readonly chromium: readonly string[]
  readonly happyDom: readonly string[]
  readonly causes: readonly Cause[]
}

const ROOT = new URL('../../../', import.meta.url)
const FOLDER = 'docs/happy-dom/'

const SHAPE =
  /^# (.+)\n\n[\s\S]+?\n\nhappy-dom (\S+):\n\n```js\n([\s\S]+?)```\n\nChromium prints:\n\n```text\n([\s\S]+?)\n```\n\nhappy-dom prints:\n\n```text\n([\s\S]+?)\n```\n\n\*\*Standard\.\*\* [\s\S]+?\n\n\*\*Cause\.\*\* ([\s\S]+?)\n\n\*\*Mend\.\*\* .+\n$/

/** Names in backquotes, then the file that they are of. */
const CAUSE = /((?:`\w+`(?:, | and )?)+) of `packages\/happy-dom\/(src\/[\w/-]+\.ts)`/g

/** All reports, without their index. @throws When one is not of the shape that README.md shows. */
export function readReports(): readonly Report[] {
  return readdirSync(new URL(FOLDER, ROOT))
    .filter((name) => name !== 'README.md')
    .toSorted()
    .map((name) => readReport(FOLDER + name))
}

function readReport(file: string): Report {
  const found = SHAPE.exec(readFileSync(new URL(file, ROOT), 'utf8'))
  if (!found) throw new Error(`${file} has not the shape of a report, see ${FOLDER}README.md`)
  const [, title = '', version = '', code = '', chromium = '', happyDom = '', cause = ''] = found
  const causes = [...cause.matchAll(CAUSE)].flatMap(([, names = '', source = '']) =>
    [...names.matchAll(/`(\w+)`/g)].map(([, name = '']) => ({ name, file: source })),
  )
  return {
    ...{ file, title, version, code, causes },
    ...{ chromium: chromium.split('\n'), happyDom: happyDom.split('\n') },
  }
}
