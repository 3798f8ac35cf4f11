/**
 * The Markdown of 120 pages, parsed back: its text is the text that a reader of the page sees, no more and no less.
 */
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

const PAGES = 120

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

const convert = (html: string) => htmlToMarkdown(html, 'https://a.test/page') ?? ''

test('Markdown of 120 pages has the text of the page, no more and no less', () => {
  expect(pages).toHaveLength(PAGES)
  for (const { name, html } of pages) expect(read(convert(html)), name).toBe(seen(html))
})
