/** Mistakes in a route table: a build fails with the message, before anybody deploys it. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { hashbang } from 'hashbang-router/vite'
import { ViteProject } from '../vite-project.ts'
import { expectLines, PREAMBLE, readMistakes, shell } from './sections.ts'

/** Builds an app, and returns its failure. */
async function build(table: string): Promise<string> {
  const files = { 'index.html': shell(), 'app.js': `${PREAMBLE}${table}\n` }
  const project = new ViteProject(files, { plugins: [hashbang({ app: 'app.js' })] })
  const failure = await project.build().then(() => '', String)
  expect(existsSync(join(project.root, 'dist/hashbang.json'))).toBe(failure === '')
  return failure
}

for (const { title, lines, block } of readMistakes('build'))
  test(`a build fails for ${title}`, async () => expectLines(await build(block), lines))

const NOISE = `process.on('exit', () => console.log('the end'))
console.log('\\0hashbang {}' + 'x'.repeat(5e6))
process.send?.('ready')
for await (const text of process.stdin) console.log(text)
`
const HOME = "export const routes = defineRoutes({ home: route('', { view }) })"

test('a build reads the table of a module that prints, sends and reads', async () => {
  expect(await build(`${NOISE}${HOME}`)).toBe('')
  expect(await build(`${NOISE}export const table = defineRoutes({})`)).toContain('HB101')
})

test('a build passes although a module throws for a variable that is not set', async () => {
  const throws = "if (!process.env.NOT_SET_HERE) throw new Error('no NOT_SET_HERE')"
  expect(await build(`${throws}\n${HOME}`)).toBe('')
})
