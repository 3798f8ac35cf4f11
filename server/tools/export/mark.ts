// The last line of an exported file: a comment with its path below the folder, and the address that
// it was requested at. A file without it, or with another path, is not of this export.
//   <!-- hashbang-router word/ajax/index.html /s/word/ajax -->

import { keyOf } from './shard.ts'

/** More than the longest mark: of a path of 1000 bytes and a state of 2048, both escaped. */
export const MARK_BYTES = 16_384

const MARK = /\n(?:<!--|#) hashbang-router (\S+) (\S+)(?: -->)?\n$/

/** Without spaces, and without `--` and `>`, which could end a comment. */
export const inMark = (text: string): string =>
  text.replace(/[^!-;=?-~]/gu, encodeURIComponent).replaceAll('--', '-%2D')

export function marked(file: string, address: string, body: Buffer): Buffer {
  const text = `hashbang-router ${inMark(file)} ${inMark(address)}`
  const isHtml = !/\.conf$|^robots\.txt$/.test(file)
  return Buffer.concat([body, Buffer.from(isHtml ? `\n<!-- ${text} -->\n` : `\n# ${text}\n`)])
}

/** The address in the mark of a file's end; undefined where the file is not of this export. */
export function addressIn(end: Buffer, file: string): string | undefined {
  const [, name, address] = MARK.exec(end.subarray(-MARK_BYTES).toString('latin1')) ?? []
  return name !== undefined && keyOf(name) === keyOf(inMark(file)) ? address : undefined
}
