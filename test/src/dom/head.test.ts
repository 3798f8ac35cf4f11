/** What the document's head says while a page is shown, and that it is put back. */
import { deepEqual, equal } from 'playwright-test/taps'
import { documentHead } from '../../../src/dom/head.ts'
import { suite } from '../../run/suite.ts'

const test = suite('head')

/** A document of its own, with what its app has put into the head. */
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

test('says title, description, canonical, Open Graph, language and robots', () => {
  const document = make('<title>Shell</title>')
  const page = {
    title: 'X',
    description: 'About x',
    lang: 'fr',
    robots: 'noindex',
    image: 'https://a.example/x.png',
  }
  documentHead(document).show(page, URL, true)
  equal(document.title, 'X')
  equal(document.documentElement.lang, 'fr')
  equal(content(document, '[name=description]'), 'About x')
  equal(content(document, '[name=robots]'), 'noindex')
  equal(content(document, '[property="og:title"]'), 'X')
  equal(content(document, '[property="og:image"]'), 'https://a.example/x.png')
  equal(content(document, '[property="og:url"]'), URL)
  equal(document.head.querySelector('[rel=canonical]')?.getAttribute('href'), URL)
})

test('changes the tags that the app has put there and puts them back', () => {
  const document = make(SHELL)
  const before = tags(document)
  const head = documentHead(document)
  head.show({ title: 'X', description: 'About x' }, URL, false)
  equal(document.head.querySelectorAll('[name=description]').length, 1)
  equal(content(document, '[name=theme-color]'), 'red')
  head.show({ title: 'Y' }, 'https://a.example/#!/y', false)
  equal(content(document, '[name=description]'), 'of the shell')
  head.show({}, URL, false)
  equal(document.title, 'Shell')
  head.show({ lang: 'de' }, URL, true)
  head.restore()
  deepEqual(tags(document), before)
  equal(document.title, 'Shell')
  equal(document.documentElement.lang, 'en')
})

test('leaves what the app adds or changes meanwhile', () => {
  const document = make(SHELL)
  const head = documentHead(document)
  head.show({ title: 'X', meta: [{ name: 'author', content: 'us' }] }, URL, true)
  const added = document.createElement('meta')
  added.name = 'app'
  document.head.append(added)
  head.show({ title: 'Y' }, URL, true)
  equal(content(document, '[name=author]'), undefined)
  head.restore()
  equal(added.isConnected, true)
})

test('has the fragment tag only while there is no fragment, and only if it was there', () => {
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
