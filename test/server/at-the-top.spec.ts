/** Modules are evaluated anew for each page, in the document of that page. */
import { expect, test } from '@playwright/test'
import { shuffled } from '../run/seed.ts'
import { fixture, type OpenApp, openApp } from './open-app.ts'

const SHELL = fixture('at-the-top/index.html')

let app: OpenApp
test.beforeAll(async () => {
  app = await openApp(SHELL)
})
test.afterAll(() => app.site.close())
test.afterEach(() => expect(app.warnings).toEqual([]))

/** The text of a page of each route, after any other pages. */
const EXPECTED: Readonly<Record<string, (id: string, state: string) => string>> = {
  shell: (_, state) =>
    `Shell; de; dark wide; compact; body; ann; /v2; Menu; http://app.test/#!${state}`,
  changes: (id) => `changed by ${id}`,
  'needs-dom': (id) => `${id} in Shell`,
  plain: (id) => `plain ${id}`,
}
for (const kind of ['app', 'html', 'view', 'element', 'listener', 'loader'])
  Object.assign(EXPECTED, { [kind]: (id: string) => `${id} after nothing` })

const PAGES = Object.entries(EXPECTED).flatMap(([route, expected]) =>
  ['a', 'b', 'c'].map((id) => {
    const state = `/${route}/${id}`
    return { state, expected: `${state}: ${expected(id, state)}` }
  }),
)

test('a module sees the shell of its own page, and keeps no state of other pages', async () => {
  for (const { state, expected } of shuffled([...PAGES, ...PAGES]))
    expect(`${state}: ${await app.textOf(state)}`).toBe(expected)
})

test('styles that a library inserts once per process are in every page that uses them', async () => {
  for (const id of 'abba') {
    const { text } = await app.show(`/styles/${id}`)
    const css = [...text.matchAll(/<style[^>]*>([\s\S]*?)<\/style>/g)].join('\n')
    for (const rule of ['body{line-height:1}', `.css-${id}{color:red}`, '@media print'])
      expect(css).toContain(rule)
    expect(css).not.toContain(id === 'a' ? 'css-b' : 'css-a')
  }
})

test('a worker opens its context once, and all its pages share it', async () => {
  for (const [id, seen] of Object.entries({ a: 'nothing', b: 'a', c: 'a,b' }))
    expect(await app.textOf(`/context/${id}`)).toBe(`${id} after ${seen}`)
})

test('an entry may use the document, the window and custom elements at its top', async () => {
  const { site, warnings, textOf } = await openApp(SHELL, { app: fixture('at-the-top/entry.js') })
  const textAt = (id: string) =>
    expect.stringMatching(new RegExp(`^${id} at #!/page/${id}\\s+element in Shell$`))
  const ids = ['a', 'b', 'b', 'a']
  for (const id of ids) expect(await textOf(`/page/${id}`)).toEqual(textAt(id))
  const together = await Promise.all(ids.map((id) => textOf(`/page/${id}`)))
  expect(together).toEqual(ids.map(textAt))
  const without =
    /^HB102: .* document is not defined.* readable addresses, the sitemap .* are missing/
  expect(warnings).toEqual([expect.stringMatching(without)])
  await site.close()
})
