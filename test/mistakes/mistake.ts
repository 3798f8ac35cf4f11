/** A mistake and its message. */
import { appendFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'

export interface Mistake {
  readonly name: string
  /** The parts of a message: four, at least. */
  readonly parts: readonly string[]
}

export function readMistakes(table: string): (Mistake & { readonly columns: readonly string[] })[] {
  const split = (text: string) => text.trim().split(/\s*[¦\n]\s*/)
  return table
    .trim()
    .split(/\n(?=\S)/)
    .map((entry) => {
      const [, head = '', message = ''] = /^(.*)\n([\s\S]*)$/.exec(entry) ?? []
      const [name = '', ...columns] = split(head)
      return { name, columns, parts: split(message) }
    })
}

const MOST = 600

function print(name: string, text: string): void {
  const { outputDir } = test.info().project
  mkdirSync(outputDir, { recursive: true })
  const cell = text
    .trim()
    .slice(0, MOST)
    .replaceAll('|', '\\|')
    .replace(/\s*\n\s*/g, '<br>')
  appendFileSync(join(outputDir, 'mistakes.md'), `| ${name} | ${cell} |\n`)
}

export function holds(text: string, { name, parts }: Mistake, least = 4): void {
  print(name, text)
  expect(parts.length, `name, value, remedy and place of "${name}"`).toBeGreaterThanOrEqual(least)
  for (const part of parts) expect(text, `"${name}"`).toContain(part)
}

/** A page with an outlet, and more content of its body. */
export const shell = (body = ''): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>x</title><meta name="fragment" content="!"></head><body><hashbang-outlet></hashbang-outlet>${body}</body></html>`
