/** Codes, sentences and pages of the reference agree. */
import { readdirSync, readFileSync } from 'node:fs'
import { expect } from '@playwright/test'
import { SERVER_TEXTS as SERVER } from '../server/diagnostics/diagnosis.ts'
import * as core from '../src/index.ts'
import { TEXTS as CORE } from '../src/texts.ts'
import { suite } from './run/suite.ts'

const test = suite('diagnostics')
const texts = { ...CORE, ...SERVER }
const [, ...sections] = readFileSync('docs/errors.md', 'utf8').split(/^## (?=HB\d{3}: )/m)
const pages = sections.map((section) => {
  const [heading = '', ...lines] = section.split('\n')
  return { code: heading.slice(0, 5), title: heading.slice(7), text: lines.join('\n').trim() }
})

test('every code has a page of the same title, with what, why and fix, and every page a code', () => {
  expect(pages.map(({ code, title }) => `${code}: ${title}`)).toEqual(
    Object.entries(texts).map(([code, { title }]) => `${code}: ${title}`),
  )
  for (const { code, text } of pages) {
    expect(text, code).toMatch(
      /^\*\*Problem\.\*\* .+\n\n\*\*Why\.\*\* .+\n\n\*\*Fix\.\*\* .+\n\n\*\*Fails\.\*\*\n\n```[\s\S]+```\n\n\*\*Works\.\*\*\n\n```[\s\S]+```$/,
    )
  }
})

/**
 * Runs one expression of a page with the exports of the core, and returns the code that it throws.
 */
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
  const examples = pages.flatMap(({ code, text }) => {
    const [fails, works] = [...text.matchAll(/```js\n([\s\S]*?)\n```/g)].map(([, block]) => block)
    return fails && works ? [{ code, fails: codeOf(fails), works: codeOf(works) }] : []
  })
  expect(examples).toEqual(examples.map(({ code }) => ({ code, fails: code, works: undefined })))
  expect(examples.length).toBeGreaterThan(6)
})

test('every code is used where the texts are not', () => {
  const sources = ['src', 'server'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts') && !/(?:texts|diagnosis)\.ts$/.test(file))
      .map((file) => readFileSync(`${folder}/${file}`, 'utf8')),
  )
  const all = sources.join('\n')
  expect(Object.keys(texts).filter((code) => !all.includes(`'${code}'`))).toEqual([])
})
