/**
 * The Markdown of 120 pages, parsed back: its text is the text that a reader of the page sees, no more and no less. Turndown and
 * pandoc convert the same pages; what they lose and add is printed, as nothing here depends on it.
 */
import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from '@playwright/test'
import markdownIt from 'markdown-it'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmFromMarkdown } from 'mdast-util-gfm'
import { gfm } from 'micromark-extension-gfm'
import { parseFragment, type DefaultTreeAdapterTypes as Types } from 'parse5'
import { htmlToMarkdown } from '../../dist/server/snapshot/markdown/to-markdown.js'
import { installPackages, npmProject } from '../npm-project.ts'

const PAGES = 120
/** Debian's. */
const PANDOC = '/usr/bin/pandoc'
const PROJECT = npmProject(fileURLToPath(new URL('project', import.meta.url)), 'readers')

/** What a page also has that nobody sees, and what is hard to write in Markdown. */
const MORE = `<p hidden>unseen</p><template>unseen</template><script>unseen</script><dialog>unseen</dialog>
<p style="visibility: hidden">unseen</p><p>10<sup>6</sup> un<em>believ</em>able <b>name </b>is *not* [a](b) &lt;tag&gt;</p>
<ul role="list"><li><a href="/x"><h3>Card</h3><ul><li>one</li></ul></a></li></ul><p>漢字<em>強調</em>です</p>
<details><summary>More</summary>within</details><table><tr><td>a|b</td><td><code>c|d</code></td></tr></table>`

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const OTHERS = 'README CONTRIBUTING SECURITY CHANGELOG test/README server/dom/README'.split(' ')

const pages = readdirSync(join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.md'))
  .map((name) => `docs/${name}`)
  .concat(OTHERS.map((name) => `${name}.md`))
  .sort()
  .slice(0, PAGES)
  .map((name) => {
    const text = readFileSync(join(ROOT, name), 'utf8')
    return { name, html: markdownIt({ html: true }).render(text) + MORE }
  })

const UNSEEN = new Set(['script', 'style', 'template', 'head', 'noscript'])

/** The text of a page in its order, without spaces. */
function seen(html: string): string {
  let text = ''
  const walk = (nodes: readonly Types.ChildNode[]) => {
    for (const node of nodes) {
      if ('value' in node) text += node.value
      if (!('tagName' in node)) continue
      const value = (name: string) => node.attrs.find((attr) => attr.name === name)?.value
      const isHidden =
        UNSEEN.has(node.tagName) ||
        value('hidden') !== undefined ||
        /display: none|visibility: hidden/.test(value('style') ?? '') ||
        (node.tagName === 'dialog' && value('open') === undefined)
      if (isHidden) continue
      if (node.tagName === 'img') text += value('alt') ?? ''
      walk(node.childNodes)
    }
  }
  walk(parseFragment(html).childNodes)
  return text.replaceAll(/\s/g, '')
}

// A URL in plain text is no link of the page.
const mdastExtensions = gfmFromMarkdown().map(({ transforms: _, ...one }) => one)

/** The text that a reader of Markdown finds, without spaces and tags. */
function read(markdown: string): string {
  let text = ''
  const walk = (node: {
    type: string
    value?: string
    alt?: string | null
    children?: unknown[]
  }) => {
    if (node.type !== 'html') text += node.value ?? node.alt ?? ''
    for (const child of node.children ?? []) walk(child as never)
  }
  walk(fromMarkdown(markdown, { extensions: [gfm()], mdastExtensions }) as never)
  return text.replaceAll(/\s/g, '')
}

/** How many signs of one text the other lacks, whatever their order. */
function lacking(one: string, other: string): number {
  const left = new Map<string, number>()
  for (const sign of other) left.set(sign, (left.get(sign) ?? 0) + 1)
  let lacks = 0
  for (const sign of one) {
    const count = left.get(sign) ?? 0
    if (count === 0) lacks += 1
    else left.set(sign, count - 1)
  }
  return lacks
}

function tell(name: string, convert: (html: string) => string): void {
  const found = pages.map(({ html }) => [seen(html), read(convert(html))] as const)
  const sum = (counts: readonly number[]) => counts.reduce((one, other) => one + other, 0)
  const same = found.filter(([page, text]) => page === text).length
  const lost = sum(found.map(([page, text]) => lacking(page, text)))
  const added = sum(found.map(([page, text]) => lacking(text, page)))
  console.log(`${name}: ${same} of ${PAGES} pages the same, ${lost} signs lost, ${added} added`)
}

const convert = (html: string) => htmlToMarkdown(html, 'https://a.test/page') ?? ''

test('Markdown of 120 pages has the text of the page, no more and no less', () => {
  expect(pages).toHaveLength(PAGES)
  tell('hashbang-router', convert)
  for (const { name, html } of pages) expect(read(convert(html)), name).toBe(seen(html))
})

test('Turndown, beside it', () => {
  const failure = installPackages(PROJECT)
  test.skip(failure !== null, `the packages could not be installed: ${failure}`)
  const input = JSON.stringify(pages.map(({ html }) => html))
  const options = { cwd: PROJECT.folder, input, encoding: 'utf8', maxBuffer: 2 ** 26 } as const
  const texts: string[] = JSON.parse(execFileSync('node', ['turndown.js'], options))
  const made = new Map(pages.map(({ html }, at) => [html, texts[at] ?? '']))
  tell('turndown', (html) => made.get(html) ?? '')
})

test('pandoc, beside it', () => {
  const pandoc = (html: string, ...args: string[]) =>
    execFileSync(PANDOC, ['-f', 'html', '-t', 'gfm', ...args], { input: html, encoding: 'utf8' })
  let isThere = true
  try {
    pandoc('')
  } catch {
    isThere = false
  }
  test.skip(!isThere, 'pandoc is not installed')
  tell('pandoc', pandoc)
})
