/** Mistakes in a route table: a build fails with the message, before anybody deploys it. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { hashbang } from 'hashbang-router/vite'
import { createBuilder } from 'vite'
import { project } from '../project.ts'
import { holds, readMistakes, shell } from './mistake.ts'

const APP = `import { defineRoutes, html, htmlView, route } from 'hashbang-router'
const view = async () => ({ default: htmlView(() => html\`<h1>fine</h1>\`) })
`
const TABLES: Readonly<Record<string, string>> = {
  'a route that is never reached': `export const routes = defineRoutes({
  word: route('/word/:lemma', { view }),
  name: route('/word/:name', { view }),
})`,
  'an option with a slip': `export const routes = defineRoutes({ home: route('', { veiw: view }) })`,
  'a table by another name': `export const table = defineRoutes({ home: route('', { view }) })`,
  'a module that needs a variable': `if (!process.env.NOT_SET_HERE) throw new Error('no NOT_SET_HERE')
export const routes = defineRoutes({ home: route('', { view }) })`,
}

async function build(table: string): Promise<string> {
  const root = project({ 'index.html': shell(), 'app.js': `${APP}${table}\n` }, 'mistakes')
  const builder = await createBuilder({
    ...{ root, configFile: false, logLevel: 'silent' },
    plugins: [hashbang({ app: 'app.js' })],
  })
  const failure = await builder.buildApp().then(() => '', String)
  expect(existsSync(join(root, 'dist/hashbang.json'))).toBe(failure === '')
  return failure
}

for (const mistake of readMistakes(`
a route that is never reached
  HB102: Cannot import the app module of "/" ¦ HB002: "name" (/word/:name) is never reached
  Change one of the patterns ¦ app.js:3:
an option with a slip
  HB102: Cannot import the app module of "/" ¦ HB018: "veiw" of "home" ¦ did you mean "view"?
  app.js:3:
a table by another name
  HB101: The app module of "/" ¦ app.js ¦ must export "routes"
  export const routes = defineRoutes({ … })
`))
  test(`a build fails for ${mistake.name}`, async () => {
    holds(await build(TABLES[mistake.name] ?? ''), mistake)
  })

const NOISE = `process.on('exit', () => console.log('the end'))
console.log('\\0hashbang {}' + 'x'.repeat(5e6))
process.send?.('ready')
for await (const text of process.stdin) console.log(text)
`

test('a build reads the table of a module that prints, sends and reads', async () => {
  expect(await build(`${NOISE}export const routes = defineRoutes({ home: route('') })`)).toBe('')
  expect(await build(`${NOISE}export const table = defineRoutes({})`)).toContain('HB101')
})

test('a build passes although a module throws for a variable that is not set', async () => {
  expect(await build(TABLES['a module that needs a variable'] ?? '')).toBe('')
})
