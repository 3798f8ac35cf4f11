/** Codes, sentences and pages of the reference agree. */
import { readdirSync, readFileSync } from 'node:fs'
import { expect } from '@playwright/test'
import { TEXTS as SERVER } from '../server/diagnostics/diagnostics.ts'
import { errorPages } from '../server/diagnostics/error-pages.ts'
import * as core from '../src/index.ts'
import { TEXTS as CORE } from '../src/texts.ts'
import { suite } from './run/suite.ts'

const test = suite('diagnostics')
const texts = { ...CORE, ...SERVER }

test('every code has a page of the same title, with what, why and fix, and every page a code', () => {
  const pages = errorPages(readFileSync('docs/errors.md', 'utf8'))
  expect(pages.map(({ code, title }) => `${code}: ${title}`)).toEqual(
    Object.entries(texts).map(([code, { title }]) => `${code}: ${title}`),
  )
  for (const { code, text } of pages) {
    expect(text, code).toMatch(
      /^\*\*What\.\*\* .+\n\n\*\*Why\.\*\* .+\n\n\*\*Fix\.\*\* .+\n\n\*\*Fails\.\*\*\n\n```[\s\S]+```\n\n\*\*Works\.\*\*\n\n```[\s\S]+```$/,
    )
  }
})

/** Runs one expression of a page with what the core exports, and gives the code that it throws. */
function codeOf(expression: string): string | undefined {
  const view = async () => ({ default: core.htmlView(() => core.html`x`) })
  const names = { ...core, view }
  try {
    new Function(...Object.keys(names), `return ${expression}`)(...Object.values(names))
    return undefined
  } catch (error) {
    return (error as { code?: string }).code ?? String(error)
  }
}

test('examples of the core fail with the code of their page, and work as its page says', () => {
  let run = 0
  for (const { code, text } of errorPages(readFileSync('docs/errors.md', 'utf8'))) {
    const [fails, works] = [...text.matchAll(/```js\n([\s\S]*?)\n```/g)].map(
      ([, block = '']) => block,
    )
    if (fails === undefined || works === undefined) continue
    expect(codeOf(fails), code).toBe(code)
    expect(codeOf(works), code).toBe(undefined)
    run++
  }
  expect(run).toBeGreaterThan(6)
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
