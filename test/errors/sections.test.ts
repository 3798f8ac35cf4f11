/** Codes, sentences and pages of the reference agree, and so do the errors of a table. */
import { readdirSync, readFileSync } from 'node:fs'
import { expect } from '@playwright/test'
import { diagnosis, SERVER_TEXTS as SERVER } from '../../server/diagnostics/diagnosis.ts'
import * as core from '../../src/explained.ts'
import { TEXTS as CORE } from '../../src/texts.ts'
import { suite } from '../run/suite.ts'
import { expectLines, readErrorSections, readMistakes } from './sections.ts'

const test = suite('diagnostics')
const texts = { ...CORE, ...SERVER }
const pages = readErrorSections()

test('every code has a page with its title, message, problem, why and fix, and every page has a code', () => {
  expect(pages.map(({ code, title }) => `${code}: ${title}`)).toEqual(
    Object.entries(texts).map(([code, { title }]) => `${code}: ${title}`),
  )
  for (const { code, text } of pages) {
    expect(text, code).toMatch(
      /^\*\*Message\.\*\* `.+`\n\n\*\*Problem\.\*\* .+\n\n\*\*Why\.\*\* .+\n\n\*\*Fix\.\*\* .+\n\n\*\*Fails\.\*\*\n\n```[\s\S]+```\n\n\*\*Works\.\*\*\n\n```[\s\S]+```$/,
    )
  }
})

/** Runs an example with what the core exports, and returns the message that it throws. */
function messageOf(example: string): string | undefined {
  const view = async () => ({ default: core.htmlView(() => core.html`x`) })
  const names = { ...core, view }
  try {
    new Function(...Object.keys(names), `return ${example}`)(...Object.values(names))
    return undefined
  } catch (error) {
    return (error as Error).message.split('\n')[0]
  }
}

/** The specs of this folder run the others. */
const OF_CORE = ['HB001', 'HB002', 'HB003', 'HB006', 'HB007', 'HB009', 'HB016', 'HB018']

test('examples of the core throw the message of their page, and no error after the fix', () => {
  for (const { code, message, fails, works } of pages) {
    if (!OF_CORE.includes(code)) continue
    expect([messageOf(fails), messageOf(works)]).toEqual([message.trim(), undefined])
  }
})

for (const { title, block, lines } of readMistakes('table'))
  test(`the error of ${title} has the remedy`, () => expectLines(messageOf(block) ?? '', lines))

test('the stack of an error has the line that made the table', () => {
  let stack: string | undefined
  try {
    core.defineRoutes({ word: core.route('/w', { status: 99 }) })
  } catch (error) {
    stack = (error as Error).stack
  }
  expect(stack).toMatch(/HB018[\s\S]*sections\.test\.ts:/)
})

test('a table accepts unusual options: an instance of a class, and null as params', () => {
  const load = (async (_again = 1) => ({})) as () => Promise<core.ViewModule>
  const retried = ((attempt: number) => load().then(() => attempt)) as never
  class Own {
    readonly [Symbol.toStringTag] = 'Own'
    readonly pending = retried
    readonly status = 203
  }
  const none = core.route('/none', { params: null, search: null, view: load } as never)
  const items = core.route('/\\\\:id', { params: { id: core.text }, view: load })
  const table = core.defineRoutes({ own: core.route('/own', new Own()), none, items })
  expect(table.match('/own')?.name).toBe('own')
})

/** Messages whose examples need a network, a full port or another Node. */
const NOT_RUN = [
  diagnosis('HB105', '/word/ajax', 5000, ['…']),
  diagnosis(
    'HB114',
    '"port" is 3000, and another server listens there. Stop it, or set another port, such as --port 3001; 0 takes a free one',
  ),
  diagnosis('HB116', 'load native code', '--allow-addons', '…/word.js:3'),
  diagnosis(
    'HB117',
    'https://api.example.com/words',
    'the route "word" (#!/word/ajax)',
    'https://api.example.com',
  ),
]

test('pages whose examples no test runs have the messages of the code', () => {
  const messages = pages.map(({ message }) => message)
  expect(messages).toEqual(expect.arrayContaining(NOT_RUN))
})

test('src or server uses every code outside of the texts', () => {
  const sources = ['src', 'server'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts') && !/(?:texts|diagnosis)\.ts$/.test(file))
      .map((file) => readFileSync(`${folder}/${file}`, 'utf8')),
  )
  const all = sources.join('\n')
  expect(Object.keys(texts).filter((code) => !all.includes(`'${code}'`))).toEqual([])
})
