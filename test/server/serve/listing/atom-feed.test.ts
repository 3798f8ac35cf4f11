/** The feed: the states that changed last, newest first, and nothing in it that breaks XML. */
import { expect } from '@playwright/test'
import { atomFeed } from '../../../../server/serve/listing/atom-feed.ts'
import { readableScheme } from '../../../../src/index.ts'
import { suite } from '../../../run/suite.ts'
import { tableOf } from './tables.ts'

const test = suite('atom-feed')

const ORIGIN = 'https://a.test'
const HOSTILE = ']]></title><script>&amp;\u0000\ud800'

const routes = tableOf(
  {
    '': { head: () => ({ title: 'A shop' }) },
    '/items/:id': {
      head: ({ params }: { params: { id: string } }) => ({
        title: params.id,
        description: HOSTILE,
      }),
    },
  },
  { readable: readableScheme('/s/') },
)

async function written(dates: readonly (Date | undefined)[]): Promise<string | undefined> {
  const feed = atomFeed([{ page: '/', routes, context: undefined }], ORIGIN)
  for (const [at, lastModified] of dates.entries()) {
    const state = `/items/${at}`
    feed.offer({
      ...{ page: '/', name: 'item', state, index: at !== 1 },
      ...{ url: `${ORIGIN}/#!${state}`, readable: `${ORIGIN}/s${state}` },
      ...(lastModified && { lastModified }),
    })
  }
  return feed.write()
}
const day = (date: number) => new Date(Date.UTC(2026, 0, date))

test('the feed lists the 50 states that changed last, newest first, without hidden ones', async () => {
  const text = (await written(Array.from({ length: 60 }, (_, at) => day(at + 1)))) ?? ''
  const ids = [...text.matchAll(/<entry>\n<id>https:\/\/a\.test\/s\/items\/(\d+)<\/id>/g)]
  expect(ids.map(([, id]) => Number(id))).toEqual(Array.from({ length: 50 }, (_, at) => 59 - at))
  expect(text).toContain('<title>A shop</title>\n<updated>2026-03-01T00:00:00.000Z</updated>')
  expect(await written([undefined, day(1)])).toBeUndefined()
})

test('titles and summaries are escaped as text', async () =>
  expect(await written([day(1)])).toContain(
    '<summary>]]&gt;&lt;/title&gt;&lt;script&gt;&amp;amp;\ufffd\ufffd</summary>',
  ))
