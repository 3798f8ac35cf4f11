/** The app's index.html with a page in it: what readers that know no scripts find in its head. */
import { expect } from '@playwright/test'
import { createShell } from '../../../../server/serve/handler/html-shell.ts'
import { suite } from '../../../run/suite.ts'

const test = suite('html-shell')

const HTML = `<!doctype html><html lang="en"><head><title>The "site" &amp; more</title>
<meta name="description" content="</script> of the site" on@odd="1"></head>
<body><hashbang-outlet></hashbang-outlet></body></html>`

const page = createShell(HTML).document(
  {
    ...{ lang: 'de', headKeys: ['title', 'meta name description'], styles: [], sheets: '' },
    head: '<title data-hashbang>Page</title>',
    ...{ body: '<h1>Page</h1>', ownHead: true },
  },
  true,
)

test('a page has one title, and the tags that it replaces are no elements, but JSON', () => {
  expect([page.match(/<title/g)?.length, page.match(/<\/title/g)?.length]).toEqual([1, 1])
  expect(page.match(/<meta/g)).toBeNull()
  const json = /<script type="application\/json" id="hashbang-head">(.*?)<\/script>/.exec(page)?.[1]
  expect(JSON.parse(json ?? '')).toEqual({
    lang: 'en',
    tags: [
      ['title', {}, 'The "site" & more'],
      ['meta', { name: 'description', content: '</script> of the site' }, ''],
    ],
  })
})
