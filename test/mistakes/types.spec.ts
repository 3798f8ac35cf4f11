/** Mistakes that the compiler finds: it names the route by its line, and says what is expected. */
import { spawnSync } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from '@playwright/test'
import { holds, type Mistake, project } from './mistake.ts'

/** A line of an app that must not compile. The place is the line of the message. */
const MISTAKES: readonly (Omit<Mistake, 'place'> & { readonly code: string })[] = [
  {
    what: 'a route name with a slip',
    code: `good.href('itm', { id: 1 })`,
    name: `"itm"`,
    value: `'"itm"'`,
    remedy: `"home" | "item"`,
  },
  {
    what: 'a param of another type',
    code: `good.href('item', { id: 'seven' })`,
    name: 'TS2322',
    value: `'string'`,
    remedy: `'number'`,
  },
  {
    what: 'a param that the pattern does not have',
    code: `good.href('item', { nr: 7 })`,
    name: `'nr'`,
    value: `'nr'`,
    remedy: '{ id: number; }',
  },
  {
    what: 'a view that expects other data than the loader gives',
    code: `defineRoutes({ item: route('/item', { load: () => ({ title: 'x' }), view: async () => ({ default: htmlView<{ name: string }>((page) => html\`\${page.data.name}\`) }) }) })`,
    name: 'the view expects other data, params or search than its route gives',
    value: 'loaderGivesData: { title: string; }',
    remedy: 'viewExpectsData: { name: string; }',
  },
  {
    what: 'a view module without default export',
    code: `defineRoutes({ item: route('/item', { view: async () => ({ Item: htmlView(() => html\`\`) }) }) })`,
    name: 'the view module has no default export',
    value: '{ Item: HtmlView<',
    remedy: 'no default export',
  },
  {
    what: 'a component of a framework as a view',
    code: `defineRoutes({ item: route('/item', { view: async () => ({ default: (props: { id: string }) => props.id }) }) })`,
    name: 'the default export is no htmlView',
    value: '(props: { id: string; }) => string',
    remedy: 'no htmlView, mountView or custom element class',
  },
  {
    what: 'routes that defineRoutes was not called with',
    code: `start({ home: route('') })`,
    name: `'home'`,
    value: `'home'`,
    remedy: `'Table<`,
  },
  {
    what: 'a context that is not there',
    code: `start(asking, { context: undefined })`,
    name: `'undefined'`,
    value: `'undefined'`,
    remedy: `'{ db: string; }'`,
  },
  {
    what: 'a codec for a param that the pattern does not have',
    code: `route('/item/:id', { params: { nr: int } })`,
    name: `'nr'`,
    value: `'nr'`,
    remedy: `ParamCodecs<"/item/:id">`,
  },
]

const HEAD = `import { defineRoutes, html, htmlView, int, route, routeWith } from 'hashbang-router'
import { start } from 'hashbang-router/browser'
const good = defineRoutes({ home: route(''), item: route('/item/:id', { params: { id: int } }) })
const asking = defineRoutes({ a: routeWith<{ db: string }>()('/a', { load: ({ context }) => context.db }) })
`

let root: string
let messages: string[]

test.beforeAll(() => {
  root = project({ 'app.ts': `${HEAD}${MISTAKES.map(({ code }) => code).join('\n')}\n` })
  const options = {
    target: 'ES2022',
    lib: ['ES2023', 'DOM', 'DOM.Iterable'],
    module: 'NodeNext',
    types: [],
    strict: true,
    noEmit: true,
    noErrorTruncation: true,
  }
  writeFileSync(
    join(root, 'tsconfig.json'),
    JSON.stringify({ compilerOptions: options, files: ['app.ts'] }),
  )
  const { stdout } = spawnSync(
    process.execPath,
    [resolve('node_modules/typescript/bin/tsc'), '--pretty', 'false'],
    {
      cwd: root,
      encoding: 'utf8',
    },
  )
  messages = stdout.split(/^(?=app\.ts\()/m)
})
test.afterAll(() => rmSync(root, { recursive: true, force: true }))

for (const [index, { code: _, ...mistake }] of MISTAKES.entries()) {
  test(`${mistake.what} does not compile, and the message helps`, () => {
    const line = HEAD.split('\n').length + index
    const place = `app.ts(${line},`
    holds(messages.find((message) => message.startsWith(place)) ?? '', { ...mistake, place })
  })
}

test('nothing else is wrong', () => expect(messages).toHaveLength(MISTAKES.length))
