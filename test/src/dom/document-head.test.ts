/**
 * The document's head while a page is shown and after it, and the app's tags in place of the
 * server's.
 */
import { deepEqual, equal } from 'playwright-test/taps'
import { documentHead } from '../../../src/dom/document-head.ts'
import { restoreOwnHead } from '../../../src/dom/restore-shell.ts'
import { suite } from '../../run/suite.ts'

const test = suite('head')

/** A document of its own, with the tags that its app has put into the head. */
const make = (head: string): Document =>
  new DOMParser().parseFromString(
    `<!doctype html><html lang="en"><head>${head}</head></html>`,
    'text/html',
  )
const tags = (document: Document): string[] =>
  [...document.head.querySelectorAll('meta, link')].map((tag) => tag.outerHTML).sort()
const content = (document: Document, selector: string) =>
  document.head.querySelector(selector)?.getAttribute('content')

const URL = 'https://a.example/#!/x'
const SHELL =
  '<title>Shell</title><meta name="description" content="of the shell"><meta name="fragment" content="!"><meta property="og:title" content="Shell"><meta name="theme-color" content="red"><link rel="icon" href="/i.png">'

test('writes the title, language and tags of the page', () => {
  const document = make('<title>Shell</title>')
  documentHead(document).show({ title: 'X', description: 'About x', lang: 'fr' }, URL, true)
  equal(document.title, 'X')
  equal(document.documentElement.lang, 'fr')
  deepEqual(tags(document), [
    `<link rel="canonical" href="${URL}">`,
    '<meta name="description" content="About x">',
    '<meta property="og:description" content="About x">',
    '<meta property="og:title" content="X">',
    `<meta property="og:url" content="${URL}">`,
  ])
})

test('replaces the tags of the app, restores them, and keeps the tags that the app adds meanwhile', () => {
  const document = make(SHELL)
  const before = tags(document)
  const head = documentHead(document)
  head.show({ title: 'X', description: 'About x', meta: [{ name: 'author' }] }, URL, false)
  equal(document.head.querySelectorAll('[name=description], [name=author]').length, 2)
  equal(content(document, '[name=theme-color]'), 'red')
  const added = document.createElement('meta')
  document.head.append(added)
  head.show({ title: 'Y' }, 'https://a.example/#!/y', false)
  equal(content(document, '[name=description]'), 'of the shell')
  equal(document.querySelector('[name=author]'), null)
  head.show({}, URL, false)
  equal(document.title, 'Shell')
  head.show({ lang: 'de' }, URL, true)
  head.restore()
  equal(added.isConnected, true)
  added.remove()
  deepEqual(tags(document), before)
  equal(document.title, 'Shell')
  equal(document.documentElement.lang, 'en')
})

test('keeps the fragment tag only while the URL has no fragment, and never adds one', () => {
  const document = make(SHELL)
  const head = documentHead(document)
  const shown = (fragment: boolean) => {
    head.show({}, URL, fragment)
    return document.head.querySelectorAll('[name=fragment]').length
  }
  deepEqual([true, false, true, true, false].map(shown), [0, 1, 0, 0, 1])
  const without = make('<title>Shell</title>')
  documentHead(without).show({}, URL, false)
  equal(content(without, '[name=fragment]'), undefined)
})

test("the shell's tags and language replace the tags of the server once; an imposter in the content stays", () => {
  const { head, documentElement } = document
  const before = head.innerHTML
  const json = JSON.stringify({
    lang: 'en',
    tags: [
      ['title', [], 'Site'],
      ['meta', Object.entries({ name: 'description', content: 'Of the <b>site' }), ''],
    ],
  })
  head.innerHTML = `<title data-hashbang>Page</title><meta data-hashbang name="description" content="p">
    <script type="application/json" id="hashbang-head">${json}</script>`
  documentElement.lang = 'de'
  const imposter = document.createElement('div')
  for (let round = 0; round < 2; round++) {
    restoreOwnHead()
    equal(head.querySelectorAll('title, [name=description], script').length, 2)
    equal(document.title, 'Site')
    equal(content(document, '[name=description]'), 'Of the <b>site')
    equal(documentElement.lang, 'en')
    imposter.id = 'hashbang-head'
    document.body.append(imposter)
  }
  equal(imposter.isConnected, true)
  imposter.remove()
  head.innerHTML = before
  documentElement.removeAttribute('lang')
})
