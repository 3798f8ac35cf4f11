/** Links of a page become readable, and nothing else of it changes. */
import { expect } from '@playwright/test'
import { keepLinksAs, readableRewrite } from '../../../server/html/readable-links.ts'
import { rewriteLinks } from '../../../server/html/rewrite-links.ts'
import { readableScheme } from '../../../src/index.ts'
import { suite } from '../../run/suite.ts'

const test = suite('readable-links')

const readables = new Map([
  ['/', readableScheme('/s/')],
  ['/d.html', readableScheme('/d/', { page: '/d.html' })],
])
const MARKUP: [what: string, before: string, after: string][] = [
  ['a link', '<a href="#!/x">', '<a href="/s/x">'],
  ['a link without quotes', '<a class=b href=#!/x id=c>', '<a class=b href="/s/x" id=c>'],
  ['a link with references', "<a href='#!/x?a=1&amp;b=&quot;'>", '<a href="/s/x?a=1&amp;b=%22">'],
  ['a link to an anchor', '<a href="#!/x?a=1&~=part">', '<a href="/s/x?a=1#part">'],
  ['a link to the empty state', '<a href="#!">', '<a href="/">'],
  ['an absolute link', '<a href="http://a.test/#!/x">', '<a href="http://a.test/s/x">'],
  ['a link from the root', '<a href="/#!x=1">', '<a href="/s/!/x=1">'],
  ['a link to another page of the site', '<a href="/d.html#!/x">', '<a href="/d/x">'],
  ['an area', '<area href="#!/x">', '<area href="/s/x">'],
  ['a form', '<form action="#!/search">', '<form action="/s/search">'],
  ['a button', '<button formaction="#!/x">', '<button formaction="/s/x">'],
  ['a link in SVG', '<svg><a xlink:href="#!/x">', '<svg><a xlink:href="/s/x">'],
  [
    'og:url',
    '<meta property="og:url" content="http://a.test/#!/x">',
    '<meta property="og:url" content="http://a.test/s/x">',
  ],
  [
    'the canonical link',
    '<link rel=canonical href="http://a.test/#!/x">',
    '<link rel=canonical href="http://a.test/s/x">',
  ],
  [
    'linked data',
    '<script type="application/ld+json">{"@id": "http://a.test/#!/x", "a":"#!"}</script>',
    '<script type="application/ld+json">{"@id": "http://a.test/s/x", "a":"http://a.test/"}</script>',
  ],
  ['a relative picture', '<img src="a.png" alt="#!/x">', '<img src="/a.png" alt="#!/x">'],
  ['a relative script', '<script src="./a.js"></script>', '<script src="/a.js"></script>'],
]
for (const [what, before, after] of MARKUP) {
  test(`${what} becomes readable`, () => {
    expect(rewriteLinks(before, readableRewrite(readables, 'http://a.test/'))).toBe(after)
  })
}

test('the page itself keeps its links as they were, and no other page does', () => {
  const html = '<link href="a.css" rel=stylesheet><a href="#!/x"></a><form action=\'/#!/"\'></form>'
  const at = (state: string) =>
    rewriteLinks(html, readableRewrite(readables, 'http://a.test/'), keepLinksAs(state))
  expect(at('')).toBe(
    '<link href="/a.css" rel=stylesheet><a href="/s/x" data-hashbang-href="#!/x"></a><form action="/s/%22" data-hashbang-action="/#!/&quot;"></form>',
  )
  expect(at('/x')).not.toContain('data-hashbang')
})

const SAME = [
  '<a href="#id">',
  '<a href="">',
  '<a>',
  '<a href="http://b.test/#!/x">',
  '<a href="/other#!/x">',
  '<a href="/?q#!/x">',
  '<a href="mailto:a@b">',
  '<a href="javascript:x#!">',
  '<p title="#!/x">#!/x</p>',
  '<script>"#!/x"</script>',
  '<style>a[href="#!/x"]{}</style>',
  '<textarea><a href="#!/x"></textarea>',
  '<!--<a href="#!/x">-->',
  '<script type="application/json">"#!/x"</script>',
  '<img src="data:,x">',
  '<a href="/s/x">',
  '<a href="http://[">',
]
for (const html of SAME) {
  test(`${html} stays`, () => {
    expect(rewriteLinks(html, readableRewrite(readables, 'http://a.test/'))).toBe(html)
  })
}
