/** The app's index.html with a page in it: the head that readers without script find. */
import { expect } from '@playwright/test'
import { parse, serialize } from 'parse5'
import { withAllTags } from '../../../../server/html/shell-tree.ts'
import { ShellText } from '../../../../server/snapshot/document/shell-text.ts'
import { suite } from '../../../run/suite.ts'

const test = suite('shell-text')

const HTML = `<!doctype html><html lang="en"><head><title>The "site" &amp; more</title>
<meta name="description" content="</script> of the site" on@odd="1"></head>
<body><hashbang-outlet></hashbang-outlet></body></html>`

const shell = new ShellText(HTML)
const headKeys = new Set(['title', 'meta name description'])
const page = shell.write({
  ...{ lang: 'de', headKeys, isTakenOver: true, fragmentTag: false },
  head: `<title data-hashbang>Page</title>${shell.ownHead(headKeys, 'de')}`,
  body: '<h1>Page</h1>',
})

test('a page has one title, and the tags that it replaces are no elements, but JSON', () => {
  expect([page.match(/<title/g)?.length, page.match(/<\/title/g)?.length]).toEqual([1, 1])
  expect(page.match(/<meta/g)).toBeNull()
  const json = /<script type="application\/json" id="hashbang-head">(.*?)<\/script>/.exec(page)?.[1]
  expect(JSON.parse(json ?? '')).toEqual({
    lang: 'en',
    tags: [
      ['title', [], 'The "site" & more'],
      ['meta', Object.entries({ name: 'description', content: '</script> of the site' }), ''],
    ],
  })
})

test('a page replaces tags of the head only', () => {
  const body = '<svg><title>Picture</title></svg><meta name="description" content="of a thing">'
  const shell = new ShellText(HTML.replace('<body>', `<body>${body}`))
  const page = shell.write({
    ...{ lang: undefined, headKeys, isTakenOver: false, fragmentTag: false },
    ...{ head: '', body: '' },
  })
  expect(page).toContain(body)
  expect(page).not.toContain('of the site')
  expect(shell.ownHead(headKeys, undefined)).not.toContain('of a thing')
})

/** A shell as most are, and ways to write the same that HTML allows. */
const OUTLET = '<hashbang-outlet></hashbang-outlet>'
const WRITTEN = [
  `<!doctype html><html><head><title>x</title></head><body>${OUTLET}</body></html>`,
  `<!doctype html><html><head><title>x</title><body>${OUTLET}`,
  `<!doctype html><html><title>x</title>${OUTLET}`,
  `<!doctype html><title>x</title>${OUTLET}`,
  `<!doctype html><title>x</title><body>${OUTLET}</body>`,
  `<!doctype html>${OUTLET}`,
]

for (const shell of WRITTEN)
  test(`a page goes into the shell ${shell}`, () => {
    const text = new ShellText(withAllTags(shell))
    const page = text.write({
      ...{ lang: 'de', headKeys: new Set(['title']), isTakenOver: false, fragmentTag: false },
      head: `${text.styleLinks(['/a.css'])}<title data-hashbang>Page</title>`,
      body: '<h1>Page</h1>',
    })
    const read = parse(page)
    expect(serialize(read)).toBe(
      '<!DOCTYPE html><html lang="de"><head><link rel="stylesheet" href="/a.css"><title data-hashbang="">Page</title></head><body><hashbang-outlet><h1>Page</h1></hashbang-outlet></body></html>',
    )
  })
