/** The tags that a page's head stands for, the same for a document and for a snapshot. */
import { deepEqual, equal } from 'playwright-test/taps'
import { headTags, joinHeads } from '../../src/head.ts'
import { suite } from '../run/suite.ts'

const test = suite('head')

const url = 'http://a.test/#!/x'

test('a page that says nothing still names its own URL', () => {
  deepEqual(headTags({}, url), [
    { name: 'link', attributes: { rel: 'canonical', href: url } },
    { name: 'meta', attributes: { property: 'og:url', content: url } },
  ])
})

test('what a page says goes to search engines and to link previews', () => {
  deepEqual(
    headTags(
      {
        title: 'T',
        description: 'D',
        robots: 'noindex',
        image: 'http://a.test/i.png',
        canonical: 'http://a.test/#!/y',
        meta: [{ name: 'author', content: 'A' }],
        link: [{ rel: 'next', href: '#!/z' }],
      },
      url,
    ),
    [
      { name: 'title', attributes: {}, text: 'T' },
      { name: 'meta', attributes: { name: 'description', content: 'D' } },
      { name: 'meta', attributes: { name: 'robots', content: 'noindex' } },
      { name: 'link', attributes: { rel: 'canonical', href: 'http://a.test/#!/y' } },
      { name: 'meta', attributes: { property: 'og:title', content: 'T' } },
      { name: 'meta', attributes: { property: 'og:description', content: 'D' } },
      { name: 'meta', attributes: { property: 'og:image', content: 'http://a.test/i.png' } },
      { name: 'meta', attributes: { property: 'og:url', content: 'http://a.test/#!/y' } },
      { name: 'meta', attributes: { name: 'author', content: 'A' } },
      { name: 'link', attributes: { rel: 'next', href: '#!/z' } },
    ],
  )
})

test('the inner word wins; lists of tags are joined; undefined says nothing', () => {
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
