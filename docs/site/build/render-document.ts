// Creates the function that renders a document as HTML: with colours, anchors and links of the
// site.

import { readFileSync } from 'node:fs'
import { dirname, relative, resolve } from 'node:path'
import MarkdownIt from 'markdown-it'
import { createHighlighter } from 'shiki'
import { withEntries } from './entries.ts'
import { type Heading, headingIds } from './headings.ts'
import { ROOT, type Source } from './sources.ts'

export const REPOSITORY = 'https://github.com/hashbang-router/hashbang-router/blob/main/'
const LANGUAGES = ['ts', 'tsx', 'js', 'json', 'html', 'vue', 'svelte', 'css', 'md', 'xml']
const SHELLS = ['sh', 'console', 'dockerfile', 'nginx', 'yaml']

/** Colours of the themes that are too pale on the ground of code, and darker or lighter ones. */
const READABLE = {
  'github-light': {
    '#d73a49': '#b31d28',
    '#6a737d': '#57606a',
    '#e36209': '#953800',
    '#22863a': '#116329',
  },
  'github-dark': { '#6a737d': '#9aa4af' },
}

/** The HTML of a document, and its headings of the levels 2 and 3. */
export interface Rendered {
  readonly html: string
  readonly headings: readonly Heading[]
}

type Token = ReturnType<MarkdownIt['parse']>[number]

/** Where a link of a document leads on the site. */
function linkFrom(from: string, href: string, states: ReadonlyMap<string, string>): string {
  if (/^[a-z]+:/.test(href)) return href
  const [path = '', id] = href.split('#')
  const target = path === '' ? from : relative(ROOT, resolve(ROOT, dirname(from), path))
  const state = states.get(target)
  if (state === undefined) return REPOSITORY + target
  const code = state === '/errors' ? /^hb\d{3}/.exec(id ?? '')?.[0].toUpperCase() : undefined
  // Each error has a page of its own.
  if (code !== undefined) return `#!/errors/${code}`
  return `#!${state}${id === undefined ? '' : `?~=${id}`}`
}

async function createMarkdown(): Promise<MarkdownIt> {
  const highlighter = await createHighlighter({
    themes: ['github-light', 'github-dark'],
    langs: [...LANGUAGES, ...SHELLS],
  })
  const known = new Set([...highlighter.getLoadedLanguages(), 'text'])
  const markdown = new MarkdownIt({
    html: true,
    highlight: (code, language) =>
      highlighter.codeToHtml(code.trimEnd(), {
        lang: known.has(language) ? language : 'text',
        themes: { light: 'github-light', dark: 'github-dark' },
        defaultColor: false,
        mergeSameStyleTokens: true,
        // The limit would leave a line without colours on a busy machine.
        tokenizeTimeLimit: 0,
        colorReplacements: READABLE,
        transformers: [
          {
            // Markdown names the language of a block.
            code: (node) => void Object.assign(node.properties, { class: `language-${language}` }),
            pre: (node) => void Object.assign(node.properties, { tabindex: '0' }),
          },
        ],
      }),
  })
  const { rules } = markdown.renderer
  const { fence } = rules
  rules.fence = (tokens, index, options, environment, self) =>
    `<div class="code">${fence?.(tokens, index, options, environment, self) ?? ''}</div>`
  rules.table_open = () => '<div class="table" tabindex="0" role="group" aria-label="Table"><table>'
  rules.table_close = () => '</table></div>'
  return markdown
}

/** Gives each heading an id, and those of a section a link to themselves. */
function markHeadings(tokens: readonly Token[], state: string, markdown: MarkdownIt): Heading[] {
  const idOf = headingIds()
  return tokens.flatMap((token, index) => {
    const inline = tokens[index + 1]
    if (token.type !== 'heading_open' || !inline) return []
    const id = idOf(inline.content)
    token.attrSet('id', id)
    const level = Number(token.tag.slice(1))
    if (level !== 2 && level !== 3) return []
    const title = markdown.renderer
      .renderInline(inline.children ?? [], markdown.options, {})
      .replace(/<\/?a\b[^>]*>/g, '')
    const name = title.replace(/<[^>]+>/g, '').replaceAll('"', '&quot;')
    const end = tokens[index + 2] as Token
    end.type = 'html_block'
    end.content = `<a class="anchor" hidden href="#!${state}?~=${id}" aria-label="Link to ${name}"></a></${token.tag}>\n`
    return [{ level, id, title }]
  })
}

/** Puts the pictures of files into the page, with their sizes. */
const withPictures = (html: string, file: string): string => {
  const embedded = html
    .replace(/(<img [^>]*) width="\d+"/g, '$1')
    .replace(/\b(src|srcset)="([^"]+\.svg)"/g, (_, name: string, href: string) => {
      const svg = readFileSync(resolve(ROOT, dirname(file), href), 'utf8')
      const [, width, height] = /viewBox="0 0 ([\d.]+) ([\d.]+)"/.exec(svg) ?? []
      const data = Buffer.from(svg).toString('base64')
      return `width="${width}" height="${height}" ${name}="data:image/svg+xml;base64,${data}"`
    })
  // On a phone a picture scrolls. `<picture>` has one that fits.
  return embedded.replace(/<picture>[\s\S]*?<\/picture>|<img [^>]*>/g, (element) =>
    element.startsWith('<picture>')
      ? element
      : `<span class="picture" tabindex="0" role="group" aria-label="Picture">${element}</span>`,
  )
}

/** @param states The states of the documents by path. */
export async function createRenderer(
  states: ReadonlyMap<string, string>,
): Promise<(source: Source) => Rendered> {
  const markdown = await createMarkdown()
  return ({ file, state, markdown: text }) => {
    const tokens = markdown.parse(text.replace(/<!--[\s\S]*?-->/g, ''), {})
    for (const child of tokens.flatMap(({ children }) => children ?? []))
      if (child.type === 'link_open')
        child.attrSet('href', linkFrom(file, child.attrGet('href') ?? '', states))
    const headings = markHeadings(tokens, state, markdown)
    const html = markdown.renderer.render(tokens, markdown.options, {})
    return { html: withEntries(withPictures(html, file), file), headings }
  }
}
