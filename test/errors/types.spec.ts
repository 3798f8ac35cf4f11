/** Mistakes that the compiler finds: it names the route by its line, and the expected type. */
import { spawnSync } from 'node:child_process'
import { resolve } from 'node:path'
import { expect, test } from '@playwright/test'
import { project } from '../project.ts'
import { expectLines, readMistakes } from './sections.ts'

const MISTAKES = readMistakes('types')

const HEAD = `import { defineRoutes, html, htmlView, int, route, routeWith } from 'hashbang-router'
import { start } from 'hashbang-router/browser'
const good = defineRoutes({ home: route(''), item: route('/item/:id', { params: { id: int } }) })
const asking = defineRoutes({ a: routeWith<{ db: string }>()('/a', { load: ({ context }) => context.db }) })
`

const compilerOptions = {
  target: 'ES2022',
  lib: ['ES2023', 'DOM', 'DOM.Iterable'],
  module: 'NodeNext',
  types: [],
  strict: true,
  noEmit: true,
  noErrorTruncation: true,
}

let messages: string[]
test.beforeAll(() => {
  const cwd = project({
    'app.ts': `${HEAD}${MISTAKES.map(({ block }) => block).join('\n')}\n`,
    'tsconfig.json': JSON.stringify({ compilerOptions, files: ['app.ts'] }),
  })
  const tsc = [resolve('node_modules/typescript/bin/tsc'), '--pretty', 'false']
  const { stdout } = spawnSync(process.execPath, tsc, { cwd, encoding: 'utf8' })
  messages = stdout.split(/^(?=app\.ts\()/m)
})

for (const [index, { title, lines }] of MISTAKES.entries())
  test(`the compiler refuses ${title}, and its message has the remedy`, () => {
    const place = `app.ts(${HEAD.split('\n').length + index},`
    expectLines(messages.find((message) => message.startsWith(place)) ?? '', lines)
  })

test('the compiler has one message for each mistake', () =>
  expect(messages).toHaveLength(MISTAKES.length))
