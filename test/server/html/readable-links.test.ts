/** Links of a page become readable, and nothing else of it changes. */

import { expect } from '@playwright/test'
import fc from 'fast-check'
import {
  keepLinksAs,
  markdownHref,
  markdownState,
  readableRewrite,
} from '../../../server/html/readable-links.ts'
import { rewriteLinks } from '../../../server/html/rewrite-links.ts'
import { readableScheme } from '../../../src/index.ts'
import { canonicalState } from '../../../src/state.ts'
import { numRuns } from '../../run/seed.ts'
import { suite } from '../../run/suite.ts'
import { list, rows } from '../helpers/rows.ts'

const test = suite('readable-links')

const readables = new Map([
  ['/', readableScheme('/s/')],
  ['/d.html', readableScheme('/d/', { page: '/d.html' })],
])
const rewrite = readableRewrite(readables, 'http://a.test/')
const sited = (html: string) => html.replace('SITE', 'http://a.test')
const LD = '<script type="application/ld+json">'

for (const [place, before, after] of rows`
  a link                   | <a href="#!/x">                     | <a href="/s/x">
  a link without quotes    | <a class=b href=#!/x id=c>          | <a class=b href="/s/x" id=c>
  a link with references   | <a href='#!/x?a=1&amp;b=&quot;'>    | <a href="/s/x?a=1&amp;b=%22">
  a link to an anchor      | <a href="#!/x?a=1&~=part">          | <a href="/s/x?a=1#part">
  a link to the empty state | <a href="#!">                       | <a href="/">
  an absolute link         | <a href="SITE/#!/x">                | <a href="SITE/s/x">
  a link from the root     | <a href="/#!x=1">                   | <a href="/s/!/x=1">
  a link to another page   | <a href="/d.html#!/x">              | <a href="/d/x">
  an area                  | <area href="#!/x">                  | <area href="/s/x">
  a form                   | <form action="#!/search">           | <form action="/s/search">
  a button                 | <button formaction="#!/x">          | <button formaction="/s/x">
  a link in SVG            | <svg><a xlink:href="#!/x">          | <svg><a xlink:href="/s/x">
  each of two URLs, in any order | <a xlink:href="#!/x" href="#!/y"> | <a xlink:href="/s/x" href="/s/y">
  a link in an element with a name of JavaScript | <constructor><a href="#!/x"> | <constructor><a href="/s/x">
  og:url                   | <meta property="og:url" content="SITE/#!/x"> | <meta property="og:url" content="SITE/s/x">
  the canonical link       | <link rel=canonical href="SITE/#!/x"> | <link rel=canonical href="SITE/s/x">
  linked data              | ${LD}{"@id": "SITE/#!/x"}</script>  | ${LD}{"@id": "SITE/s/x"}</script>
  linked data of the home  | ${LD}{"a": "#!"}</script>           | ${LD}{"a": "SITE/"}</script>
  a relative picture       | <img src="a.png" alt="#!/x">        | <img src="/a.png" alt="#!/x">
  a relative script        | <script src="./a.js"></script>      | <script src="/a.js"></script>
`)
  test(`${place} becomes readable`, () =>
    expect(rewriteLinks(sited(before), rewrite)).toBe(sited(after)))

test('only the page itself keeps its original links beside the readable ones', () => {
  const html = '<link href="a.css" rel=stylesheet><a href="#!/x"></a><form action=\'/#!/"\'></form>'
  const at = (state: string) => rewriteLinks(html, rewrite, keepLinksAs(state))
  expect(at('')).toBe(
    '<link href="/a.css" rel=stylesheet><a href="/s/x" data-hashbang-href="#!/x"></a><form action="/s/%22" data-hashbang-action="/#!/&quot;"></form>',
  )
  expect(at('/x')).not.toContain('data-hashbang')
})

for (const html of list`
  <a href="#id"> | <a href=""> | <a> | <a href="http://b.test/#!/x"> | <a href="/other#!/x">
  <a href="/?q#!/x"> | <a href="mailto:a@b"> | <a href="javascript:x#!"> | <a href="/s/x">
  <a href="http://["> | <p title="#!/x">#!/x</p> | <script>"#!/x"</script> | <!--<a href="#!/x">-->
  <style>a[href="#!/x"]{}</style> | <textarea><a href="#!/x"></textarea> | <img src="data:,x">
  <script type="application/json">"#!/x"</script>
`)
  test(`${html} stays`, () => expect(rewriteLinks(html, rewrite)).toBe(html))

const readable = readableScheme('/s/')
/** On a host of files, the Markdown is a file beside the folder of the page. */
const filed = readableScheme('/s/', { files: true })
const at = (href: string) => new URL(href, 'http://a.test')

for (const [state, href] of rows`
  ''             | /s/!index.md
  /              | /s/!.md
  /word/ajax     | /s/word/ajax.md
  /index         | /s/index.md
  /!index        | /s/!21index.md
  /a.md          | /s/a!2Emd.md
  /a.MD          | /s/a.MD.md
  .md            | /s/!/!2Emd.md
  /search?q=a.md | /s/search.md?q=a.md
  ?q=1           | /s/!index.md?q=1
  /x/            | /s/x!2F.md
  pos=verb       | /s/!/pos=verb.md
`) {
  test(`the Markdown of "${state}" is at ${href}, on a host of files, too`, () => {
    for (const scheme of [readable, filed]) {
      expect(markdownHref(scheme, canonicalState(state))).toBe(href)
      expect(markdownState(scheme, at(href))).toBe(canonicalState(state))
    }
  })
}

test('other addresses are no addresses of Markdown', () => {
  for (const href of ['/s/a', '/s/a.md/', '/t/a.md', '/a.md', '/s/a.md.md', '/s/...md'])
    expect(markdownState(readable, at(href)), href).toBeNull()
})

const PIECES = '.md ! !index index / . .. ? a M %2F !2E é ='.split(' ')

test('every state has one address of Markdown, which is no address of a page, and no two share one', () => {
  const piece = fc.oneof(fc.constantFrom(...PIECES), fc.string({ unit: 'binary', maxLength: 3 }))
  const text = fc.array(piece, { maxLength: 8 }).map((parts) => canonicalState(parts.join('')))
  const seen = new Map<string, string>()
  const pages = new Set<string>()
  fc.assert(
    fc.property(text, (state) => {
      const href = markdownHref(readable, state)
      const { pathname, search } = at(href)
      const known = seen.get(href) ?? state
      seen.set(href, state)
      pages.add(readable.href(state))
      return (
        pathname + search === href &&
        /^\/s\/.*\.md$/.test(pathname) &&
        markdownState(readable, at(href)) === state &&
        known === state &&
        readable.stateOf(at(href)) === null
      )
    }),
    { numRuns: numRuns(500, 4000) },
  )
  expect([...seen.keys()].filter((href) => pages.has(href))).toEqual([])
})
