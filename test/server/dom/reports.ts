/** Reads the reports about happy-dom in docs/happy-dom. */
import { readdirSync, readFileSync } from 'node:fs'

export interface Report {
  readonly file: string
  readonly title: string
  /** The version of happy-dom that the report is about. */
  readonly version: string
  /** The whole case, as a reader runs it in Node, and the lines that each side prints. */
  readonly code: string
  readonly chromium: readonly string[]
  readonly happyDom: readonly string[]
  /** Functions of source files of happy-dom. */
  readonly causes: readonly { readonly name: string; readonly file: string }[]
}

const ROOT = new URL('../../../', import.meta.url)
const FOLDER = 'docs/happy-dom/'

const SHAPE =
  /^# (.+)\n\n[\s\S]+?\n\nhappy-dom (\S+):\n\n```js\n([\s\S]+?)```\n\nChromium prints:\n\n```text\n([\s\S]+?)\n```\n\nhappy-dom prints:\n\n```text\n([\s\S]+?)\n```\n\n\*\*Standard\.\*\* [\s\S]+?\n\n\*\*Cause\.\*\* ([\s\S]+?)\n\n\*\*Mend\.\*\* .+\n$/

/** Names in backquotes, then the file that they are of. */
const CAUSE = /((?:`\w+`(?:, | and )?)+) of `packages\/happy-dom\/(src\/[\w/-]+\.ts)`/g

/** @throws When a report is not of the shape that the README of the folder shows. */
export const readReports = (): readonly Report[] =>
  readdirSync(new URL(FOLDER, ROOT))
    .filter((name) => name !== 'README.md')
    .toSorted()
    .map((name) => {
      const file = FOLDER + name
      const found = SHAPE.exec(readFileSync(new URL(file, ROOT), 'utf8'))
      if (!found) throw new Error(`${file} has not the shape of a report, see ${FOLDER}README.md`)
      const [, title = '', version = '', code = '', chromium = '', happyDom = '', cause = ''] =
        found
      const causes = [...cause.matchAll(CAUSE)].flatMap(([, names = '', source = '']) =>
        [...names.matchAll(/`(\w+)`/g)].map(([, name = '']) => ({ name, file: source })),
      )
      const lines = { chromium: chromium.split('\n'), happyDom: happyDom.split('\n') }
      return { file, title, version, code, causes, ...lines }
    })
