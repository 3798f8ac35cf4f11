/**
 * Pages for everyone are read as they are written: a parser of the HTML standard moves no node, closes none early, adds none and
 * has nothing to complain of, on readable addresses, at paths, and at home.
 */
import { fileURLToPath } from 'node:url'
import { expect, test } from '@playwright/test'
import { parse, type DefaultTreeAdapterTypes as Tree } from 'parse5'
import { type StartedSite, siteConfig, startSite } from '../fixtures/site/site.ts'
import { type Demo, sharedDemo } from './server.ts'

const VOID = new Set('area base br col embed hr img input link meta source track wbr'.split(' '))

type Node = Tree.ChildNode | Tree.DocumentFragment

/** What of a document the parser has read otherwise than it is written. */
function faultsOf(html: string): string[] {
  const faults: string[] = []
  const document = parse(html, {
    sourceCodeLocationInfo: true,
    onParseError: ({ code, startOffset }) =>
      faults.push(`${code} at ${html.slice(startOffset - 20, startOffset + 20)}`),
  })
  const walk = (nodes: readonly Node[], start: number, end: number, within: string) => {
    let from = start
    for (const node of nodes) {
      // White space after the end of the body goes into it, and shows nothing.
      if ('value' in node && node.value.trim() === '') continue
      const place = node.sourceCodeLocation
      const name = `${node.nodeName} in ${within}`
      if (!place) {
        faults.push(`${name} is added`)
        continue
      }
      if (place.startOffset < from || place.endOffset > end) faults.push(`${name} is moved`)
      from = place.endOffset
      if (!('tagName' in node)) continue
      const { startTag, endTag } = place as { startTag?: Place; endTag?: Place }
      const isForeign = node.namespaceURI !== 'http://www.w3.org/1999/xhtml'
      if (VOID.has(node.tagName) || (isForeign && html.startsWith('/>', place.endOffset - 2)))
        continue
      if (!startTag || !endTag) {
        faults.push(`${name} is not whole`)
        continue
      }
      const children = 'content' in node ? node.content.childNodes : node.childNodes
      walk(children, startTag.endOffset, endTag.startOffset, node.nodeName)
    }
  }
  walk(document.childNodes, 0, html.length, 'the document')
  return faults
}

interface Place {
  readonly startOffset: number
  readonly endOffset: number
}

const BROKEN: [html: string, fault: string][] = [
  ['<p><div></div></p>', 'p in body is added'],
  ['<table><tr><td>x</td></tr></table>', 'tbody in table is added'],
  ['<table><tbody><tr><p>x</p></tr></tbody></table>', 'moved'],
  ['<a href="/">a<a href="/">b</a></a>', 'a in'],
  ['<p>open', 'p in body is not whole'],
]
for (const [inner, fault] of BROKEN) {
  test(`${inner} is seen to be read otherwise`, () => {
    const html = `<!doctype html><html><head></head><body>${inner}</body></html>`
    expect(faultsOf(html).join('\n')).toContain(fault)
  })
}

let demo: Demo
let site: StartedSite
test.beforeAll(async () => {
  const app = fileURLToPath(new URL('../fixtures/site/app-paths.js', import.meta.url))
  const { shell } = siteConfig.pages['/'] as { shell: string }
  demo = await sharedDemo()
  site = await startSite({ pages: { '/': { shell, app, audience: 'everyone' } } })
})
test.afterAll(() => site.stop())

const WORDS = ['ajax', 'set', 'hot%20dog', 'run', 'a', 'good', 'love', 'time', 'water', 'entity']
const READABLE = [
  '/',
  ...WORDS.map((word) => `/s/word/${word}`),
  ...['/s/browse/a', '/s/browse/z?page=2', '/s/search?q=hot+dog', '/s/search?q=%3Cb%3E'],
  ...['/s/!/pos=verb&letter=a', '/s/about', '/s/word/zzzz', '/s/nowhere'],
]
for (const path of READABLE) {
  test(`readable: ${path} is read as it is written`, async () => {
    const html = await (await fetch(demo.origin + path)).text()
    expect(html).toContain('<script type="module"')
    expect(faultsOf(html)).toEqual([])
  })
}

const PATHS = [
  ...['/', '/items/1', '/items/%E6%97%A5', '/items/%3Cb%3E', '/search?q=a&page=2', '/big', '/gone'],
  ...['/element/a', '/element/%22%3E%3Cb', '/dated', '/heavy/1'],
]
for (const path of PATHS) {
  test(`at its path: ${path} is read as it is written`, async () => {
    const html = await (await fetch(site.url + path)).text()
    expect(html).toContain('<script type="module"')
    expect(faultsOf(html)).toEqual([])
  })
}
