/** Mistakes that the compiler finds: it names the route by its line, and the expected type. */
import { spawnSync } from 'node:child_process'
import { resolve } from 'node:path'
import { expect, test } from '@playwright/test'
import { project } from '../project.ts'
import { holds, readMistakes } from './mistake.ts'

/**
 * Each with a line that must not compile, and the parts of its message: the name, the value and the
 * remedy.
 */
const MISTAKES = readMistakes(`
a route name with a slip ¦ good.href('itm', { id: 1 })
  "itm" ¦ '"itm"' ¦ "home" | "item"
a param of another type ¦ good.href('item', { id: 'seven' })
  TS2322 ¦ 'string' ¦ 'number'
a param that the pattern does not have ¦ good.href('item', { nr: 7 })
  'nr' ¦ 'nr' ¦ { id: number; }
a view that expects other data than the loader returns ¦ defineRoutes({ item: route('/item', { load: () => ({ title: 'x' }), view: async () => ({ default: htmlView<{ name: string }>((page) => html\`\${page.data.name}\`) }) }) })
  the view expects other data, params or search than its route gives
  loaderGivesData: { title: string; } ¦ viewExpectsData: { name: string; }
a view module without default export ¦ defineRoutes({ item: route('/item', { view: async () => ({ Item: htmlView(() => html\`\`) }) }) })
  the view module has no default export ¦ { Item: HtmlView< ¦ no default export
a component of a framework as a view ¦ defineRoutes({ item: route('/item', { view: async () => ({ default: (props: { id: string }) => props.id }) }) })
  the default export is no htmlView ¦ (props: { id: string; }) => string
  no htmlView, mountView or custom element class
routes that defineRoutes was not called with ¦ start({ home: route('') })
  'home' ¦ 'home' ¦ 'Table<
a context that is not there ¦ start(asking, { context: undefined })
  'undefined' ¦ 'undefined' ¦ '{ db: string; }'
a codec for a param that the pattern does not have ¦ route('/item/:id', { params: { nr: int } })
  'nr' ¦ 'nr' ¦ ParamCodecs<"/item/:id">
`)

const HEAD = `import { defineRoutes, html, htmlView, int, route, routeWith } from 'hashbang-router'
import { start } from 'hashbang-router/browser'
const good = defineRoutes({ home: route(''), item: route('/item/:id', { params: { id: int } }) })
const asking = defineRoutes({ a: routeWith<{ db: string }>()('/a', { load: ({ context }) => context.db }) })
`

const compilerOptions = {
  ...{ target: 'ES2022', lib: ['ES2023', 'DOM', 'DOM.Iterable'], module: 'NodeNext' },
  ...{ types: [], strict: true, noEmit: true, noErrorTruncation: true },
}

let messages: string[]
test.beforeAll(() => {
  const cwd = project({
    'app.ts': `${HEAD}${MISTAKES.map(({ columns }) => columns[0]).join('\n')}\n`,
    'tsconfig.json': JSON.stringify({ compilerOptions, files: ['app.ts'] }),
  })
  const tsc = [resolve('node_modules/typescript/bin/tsc'), '--pretty', 'false']
  const { stdout } = spawnSync(process.execPath, tsc, { cwd, encoding: 'utf8' })
  messages = stdout.split(/^(?=app\.ts\()/m)
})

for (const [index, mistake] of MISTAKES.entries())
  test(`the compiler refuses ${mistake.name}, and its message has the remedy`, () => {
    const place = `app.ts(${HEAD.split('\n').length + index},`
    holds(messages.find((message) => message.startsWith(place)) ?? '', mistake, 3)
  })

test('the compiler has one message for each mistake', () =>
  expect(messages).toHaveLength(MISTAKES.length))
