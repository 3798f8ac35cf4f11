/** Codes, sentences and pages of the reference agree. */
import { readdirSync, readFileSync } from 'node:fs'
import { expect } from '@playwright/test'
import { suite } from 'playwright-test/taps'
import { TEXTS as SERVER } from '../server/diagnostics/diagnostics.ts'
import { errorPages } from '../server/diagnostics/error-pages.ts'
import { TEXTS as CORE } from '../src/texts.ts'

const test = suite('diagnostics')
const texts = { ...CORE, ...SERVER }

test('every code has a page of the same title, with what, why and fix, and every page a code', () => {
  const pages = errorPages(readFileSync('docs/errors.md', 'utf8'))
  expect(pages.map(({ code, title }) => `${code}: ${title}`)).toEqual(
    Object.entries(texts).map(([code, { title }]) => `${code}: ${title}`),
  )
  for (const { code, text } of pages) {
    expect(text, code).toMatch(/^\*\*What\.\*\* .+\n\n\*\*Why\.\*\* .+\n\n\*\*Fix\.\*\* .+$/)
  }
})

test('every code is used, and by one place only where the texts are', () => {
  const sources = ['src', 'server'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts') && !/texts|diagnostics/.test(file))
      .map((file) => readFileSync(`${folder}/${file}`, 'utf8')),
  )
  for (const code of Object.keys(texts)) {
    expect(
      sources.some((text) => text.includes(`'${code}'`)),
      code,
    ).toBe(true)
  }
})
