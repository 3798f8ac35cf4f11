/** A mistake and its message. */
import { appendFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'

export interface Mistake {
  readonly what: string
  /** The parts of a message: four, at least. */
  readonly says: readonly string[]
}

export function readMistakes(table: string): (Mistake & { readonly columns: readonly string[] })[] {
  const parts = (text: string) => text.trim().split(/\s*[¦\n]\s*/)
  return table
    .trim()
    .split(/\n(?=\S)/)
    .map((entry) => {
      const [, head = '', told = ''] = /^(.*)\n([\s\S]*)$/.exec(entry) ?? []
      const [what = '', ...columns] = parts(head)
      return { what, columns, says: parts(told) }
    })
}

const MOST = 600

function print(what: string, text: string): void {
  const { outputDir } = test.info().project
  mkdirSync(outputDir, { recursive: true })
  const told = text
    .trim()
    .slice(0, MOST)
    .replaceAll('|', '\\|')
    .replace(/\s*\n\s*/g, '<br>')
  appendFileSync(join(outputDir, 'mistakes.md'), `| ${what} | ${told} |\n`)
}

export function holds(text: string, { what, says }: Mistake, least = 4): void {
  print(what, text)
  expect(says.length, `name, value, remedy and place of "${what}"`).toBeGreaterThanOrEqual(least)
  for (const part of says) expect(text, `"${what}"`).toContain(part)
}

/** A page with an outlet, and more content of its body. */
export const shell = (body = ''): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>x</title><meta name="fragment" content="!"></head><body><hashbang-outlet></hashbang-outlet>${body}</body></html>`
