/** The feed: the states that changed last, newest first, and nothing in it that breaks XML. */
import { expect } from '@playwright/test'
import { atomFeed } from '../../../../server/tools/sitemap/atom-feed.ts'
import {
  defineRoutes,
  html,
  htmlView,
  readableScheme,
  route,
  type Table,
} from '../../../../src/index.ts'
import { suite } from '../../../run/suite.ts'

const test = suite('atom-feed')

const view = async () => ({ default: htmlView(() => html`<p>text</p>`) })
const ORIGIN = 'https://a.test'
const HOSTILE = ']]></title><script>&amp;\u0000\ud800'

const routes = defineRoutes(
  {
    home: route('', { head: () => ({ title: 'A shop' }), view }),
    item: route('/items/:id', {
      head: ({ params }) => ({ title: params.id, description: HOSTILE }),
      view,
    }),
  },
  { readable: readableScheme('/s/') },
)

async function written(dates: readonly (Date | undefined)[]): Promise<string | undefined> {
  const feed = atomFeed(
    [{ page: '/', routes: routes as unknown as Table, context: undefined }],
    ORIGIN,
  )
  for (const [at, lastModified] of dates.entries()) {
    const state = `/items/${at}`
    const address = { url: `${ORIGIN}/#!${state}`, readable: `${ORIGIN}/s${state}` }
    feed.offer({
      page: '/',
      name: 'item',
      state,
      ...address,
      index: at !== 1,
      ...(lastModified && { lastModified }),
    })
  }
  return feed.write()
}
const day = (date: number) => new Date(Date.UTC(2026, 0, date))

test('it lists the 50 that changed last, newest first, without those that are kept out of indexes', async () => {
  const text = (await written(Array.from({ length: 60 }, (_, at) => day(at + 1)))) ?? ''
  const ids = [...text.matchAll(/<entry>\n<id>https:\/\/a\.test\/s\/items\/(\d+)<\/id>/g)]
  expect(ids.map(([, id]) => Number(id))).toEqual(Array.from({ length: 50 }, (_, at) => 59 - at))
  expect(text).toContain('<title>A shop</title>\n<updated>2026-03-01T00:00:00.000Z</updated>')
  expect(await written([undefined, day(1)])).toBeUndefined()
})

test('titles and summaries are text, whatever stands in them', async () => {
  const text = (await written([day(1)])) ?? ''
  expect(text).toContain(
    '<summary>]]&gt;&lt;/title&gt;&lt;script&gt;&amp;amp;\ufffd\ufffd</summary>',
  )
})
