/** llms.txt: what of a site is named, by which titles, and that nothing in it passes for markup or keeps it from being written. */
import { expect } from '@playwright/test'
import { llmsText } from '../../../../server/tools/sitemap/llms-txt.ts'
import {
  defineRoutes,
  html,
  htmlView,
  readableScheme,
  route,
  type Table,
} from '../../../../src/index.ts'
import { suite } from '../../../run/suite.ts'

const test = suite('llms-txt')

const view = async () => ({ default: htmlView(() => html`<p>text</p>`) })
const ORIGIN = 'https://a.test'

const appOf = (routes: unknown) => ({ page: '/', routes: routes as Table, context: undefined })

async function written(routes: unknown, states: readonly string[]): Promise<string | undefined> {
  const llms = llmsText([appOf(routes)], ORIGIN)
  for (const state of states)
    llms.offer({ page: '/', state, url: '', index: state !== '/hidden' } as never)
  return llms.write()
}

test('some pages of each route are named by title and description, with links to their Markdown', async () => {
  const routes = defineRoutes(
    {
      home: route('', { head: () => ({ title: 'A shop', description: 'Of all kinds' }), view }),
      item: route('/items/:id', {
        load: ({ params }) => params.id,
        head: ({ data }) => ({ title: `Item ${data}` }),
        // What needs a document is not asked for.
        view: (): ReturnType<typeof view> => Promise.reject(new Error('no document')),
      }),
      hidden: route('/hidden', { view }),
    },
    { readable: readableScheme('/s/') },
  )
  const items = Array.from({ length: 30 }, (_, n) => `/items/${n}`)
  const text = (await written(routes, ['', ...items, '/hidden'])) ?? ''
  expect(text).toMatch(
    /^# A shop\n\n> Of all kinds\n\n## home\n\n- \[A shop\]\(https:\/\/a\.test\/s\/!index\.md\): Of all kinds\n/,
  )
  expect(text).toContain('## item\n\n- [Item 0](https://a.test/s/items/0.md)\n')
  expect(text.match(/\[Item \d+\]/g)).toHaveLength(20)
  expect(text).not.toContain('hidden')
})

test('titles and descriptions are text, whatever stands in them', async () => {
  const hostile = '](https://evil.test) # x\n\n## Injected\n- <b>*'
  const routes = defineRoutes(
    { home: route('', { head: () => ({ title: hostile, description: hostile }), view }) },
    { readable: readableScheme('/s/') },
  )
  const text = (await written(routes, [''])) ?? ''
  expect(text.split('\n').filter((line) => /^#/.test(line))).toHaveLength(2)
  expect(text).not.toMatch(/(?<!\\)\]\(https:\/\/evil/)
  expect(text).not.toContain('<b>*')
})

test('a page that fails is called by its state; without Markdown there is no text', async () => {
  const routes = (options: object) =>
    defineRoutes(
      {
        broken: route('/broken', { load: () => Promise.reject(new Error('no')), view }),
      },
      options,
    )
  const text = await written(routes({ readable: readableScheme('/s/') }), ['/broken'])
  expect(text).toContain('# a.test\n\n## broken\n\n- [/broken](https://a.test/s/broken.md)')
  expect(await written(routes({}), ['/broken'])).toBeUndefined()
  const off = readableScheme('/s/', { markdown: false })
  expect(await written(routes({ readable: off }), ['/broken'])).toBeUndefined()
})
