/**
 * llms.txt: the pages that it names, and their titles. Nothing in it passes for markup or keeps it
 * from being written.
 */
import { expect } from '@playwright/test'
import { llmsText } from '../../../../server/serve/listing/llms-txt.ts'
import { notFound, readableScheme, redirect, type Table } from '../../../../src/index.ts'
import { suite } from '../../../run/suite.ts'
import { tableOf } from './tables.ts'

const test = suite('llms-txt')

const readable = readableScheme('/s/')

async function written(routes: Table, ...states: readonly string[]): Promise<string> {
  const llms = llmsText([{ page: '/', routes, context: undefined }], 'https://a.test')
  for (const state of states)
    llms.offer({ page: '/', state, url: '', index: state !== '/hidden' } as never)
  return (await llms.write()) ?? 'no text'
}

test('some pages of each route are named by title and description, with links to their Markdown', async () => {
  const routes = tableOf(
    {
      '': { head: () => ({ title: 'A shop', description: 'Of all kinds' }) },
      '/items/:id': {
        load: ({ params }: { params: { id: string } }) => params.id,
        head: ({ data }: { data: string }) => ({ title: `Item ${data}` }),
        // Functions that need a document are not called.
        view: () => Promise.reject(new Error('no document')),
      },
      '/hidden': {},
    },
    { readable },
  )
  const items = Array.from({ length: 30 }, (_, n) => `/items/${n}`)
  const text = await written(routes, '', ...items, '/hidden')
  expect(text).toMatch(
    /^# A shop\n\n> Of all kinds\n\n## Home\n\n- \[A shop\]\(https:\/\/a\.test\/s\/!index\.md\): Of all kinds\n/,
  )
  expect(text).toContain('## Itemsid\n\n- [Item 0](https://a.test/s/items/0.md)\n')
  expect(text.match(/\[Item \d+\]/g)).toHaveLength(20)
  expect(text).not.toContain('hidden')
})

test('redirects and missing pages are left out, and names of routes become headings', async () => {
  const routes = {
    '/old': { guard: () => redirect('newBooks') },
    '/none': { load: () => notFound() },
    '/newBooks': { head: () => ({ title: 'New' }) },
  }
  const text = await written(tableOf(routes, { readable }), ...Object.keys(routes))
  expect(text).toBe('# a.test\n\n## New books\n\n- [New](https://a.test/s/newBooks.md)\n')
})

test('titles and descriptions are escaped as text', async () => {
  const hostile = '](https://evil.test) # x\n\n## Injected\n- <b>*'
  const head = () => ({ title: hostile, description: hostile })
  const text = await written(tableOf({ '': { head } }, { readable }), '')
  expect(text.match(/^#/gm)).toHaveLength(2)
  expect(text).not.toMatch(/(?<!\\)\]\(https:\/\/evil/)
  expect(text).not.toContain('<b>*')
})

test('a page that fails is named by its state; without Markdown there is no text', async () => {
  const routes = { '/broken': { load: () => Promise.reject(new Error('no')) } }
  expect(await written(tableOf(routes, { readable }), '/broken')).toContain(
    '# a.test\n\n## Broken\n\n- [/broken](https://a.test/s/broken.md)',
  )
  const off = readableScheme('/s/', { markdown: false })
  for (const options of [{}, { readable: off }])
    expect(await written(tableOf(routes, options), '/broken')).toBe('no text')
})

test('sections of an adopted site have the title of the page that a folder is named after', async () => {
  const llms = llmsText([], 'https://a.test', new Map([['/', readable]]))
  for (const [state, title] of [
    ...[['', 'Garden'] as const, ['/tea', 'Tea'] as const, ['/guide/', 'The guide'] as const],
    ...[['/guide/a', 'A'] as const, ['/api-v1/b', 'B'] as const, ['/api-v1/', 'Garden'] as const],
  ])
    llms.offer({ page: '/', state, url: '', index: true, says: { title } } as never)
  const text = (await llms.write()) ?? ''
  expect(text.match(/^##.*|\[.*\]/gm)).toEqual([
    ...['## Garden', '[Garden]', '[Tea]', '## The guide', '[The guide]', '[A]'],
    ...['## Api v1', '[B]', '[Garden]'],
  ])
})

test('an adopted site has the title of its home page, even if that leads to another state', async () => {
  const llms = llmsText([], 'https://a.test', new Map([['/', readable]]))
  for (const [state, title] of [
    ['', 'Garden'],
    ['/home', 'Home'],
  ] as const)
    llms.offer({ page: '/', state, url: '', index: state !== '', says: { title } } as never)
  expect(await llms.write()).toMatch(/^# Garden\n/)
})
