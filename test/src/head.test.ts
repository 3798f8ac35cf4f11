/** The tags that a page's head stands for, the same for a document and for a snapshot. */
import { deepEqual, equal } from 'playwright-test/taps'
import { headTags, joinHeads } from '../../src/head.ts'
import { suite } from '../run/suite.ts'

const test = suite('head')

const url = 'http://a.test/#!/x'

const meta = (attributes: Record<string, string>) => ({ name: 'meta', attributes })
const link = (rel: string, href: string) => ({ name: 'link', attributes: { rel, href } })

test('an empty head still names the URL of the page', () => {
  deepEqual(headTags({}, url), [link('canonical', url), meta({ property: 'og:url', content: url })])
})

test('the head of an error names no URL, unless its own', () => {
  deepEqual(headTags({}, undefined), [])
  deepEqual(headTags({ canonical: url }, undefined), headTags({}, url))
})

test('the head of a page becomes tags for search engines and link previews', () => {
  const canonical = 'http://a.test/#!/y'
  const image = 'http://a.test/i.png'
  const more = { meta: [{ name: 'author', content: 'A' }], link: [{ rel: 'next', href: '#!/z' }] }
  const page = { title: 'T', description: 'D', robots: 'noindex', image, canonical, ...more }
  deepEqual(headTags(page, url), [
    { name: 'title', attributes: {}, text: 'T' },
    meta({ name: 'description', content: 'D' }),
    meta({ name: 'robots', content: 'noindex' }),
    link('canonical', canonical),
    meta({ property: 'og:title', content: 'T' }),
    meta({ property: 'og:description', content: 'D' }),
    meta({ property: 'og:image', content: image }),
    meta({ property: 'og:url', content: canonical }),
    meta({ name: 'author', content: 'A' }),
    link('next', '#!/z'),
  ])
})

test('an inner head overrides an outer one, but for undefined values; lists of tags are joined', () => {
  deepEqual(
    joinHeads([
      { title: 'out', description: 'd', meta: [{ name: '1' }] },
      {},
      { title: 'in', meta: [{ name: '2' }], ...JSON.parse('{}') },
    ]),
    { title: 'in', description: 'd', meta: [{ name: '1' }, { name: '2' }] },
  )
  equal(joinHeads([{ title: 'a' }, { title: undefined } as object]).title, 'a')
})

test('one record of tags counts as a list, and a text as none', () => {
  const author = { name: 'author', content: 'A' }
  const joined = joinHeads([{ meta: author, link: 'icon' } as never])
  deepEqual(headTags(joined, url).slice(2), [meta(author)])
})
