// A Vite plugin: the documents of the repository as modules, one for each, with its HTML; their
// index; and the navigation of the page. Node's side: nothing of it reaches the browser but HTML.

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import MarkdownIt from 'markdown-it'
import MiniSearch from 'minisearch'
import { createHighlighter } from 'shiki'
import type { Plugin } from 'vite'
import { CONTENTS } from './contents.ts'

const ROOT = resolve(import.meta.dirname, '../..')
const REPOSITORY = 'https://github.com/hashbang-router/hashbang-router/blob/main/'
const HIDDEN = /^docs\/(?:site|generate|bench|happy-dom)\//
const ERRORS = 'docs/errors.md'
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

/** A document of the repository. */
interface Source {
  readonly path: string
  readonly state: string
  readonly title: string
  readonly description: string
  readonly markdown: string
}

/** The state of a document's file; the README of a folder is the folder. */
const stateOfFile = (path: string): string =>
  path === 'README.md'
    ? ''
    : path === 'docs/README.md'
      ? '/documents'
      : `/${path.replace(/^docs\//, '').replace(/(?:\/README)?\.md$/, '')}`

/** Reads every document of the site. */
function readSources(): readonly Source[] {
  const files = readdirSync(join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md') && !name.includes('node_modules'))
    .map((name) => join('docs', name))
    .filter((path) => !HIDDEN.test(path))
    .sort()
  return ['README.md', ...files].flatMap((path) => {
    const markdown = readFileSync(join(ROOT, path), 'utf8')
    return path === ERRORS ? onePageEach(markdown) : [sourceOf(path, markdown)]
  })
}

function sourceOf(path: string, markdown: string): Source {
  const title = /^# (.+)$/m.exec(markdown)?.[1]?.replaceAll('`', '') ?? path
  const [, first = ''] = /^# .+\n+((?![#<|`-])[\s\S]+?)\n\n/m.exec(markdown) ?? []
  const description = first.replace(/\[([^\]]*)\]\([^)]*\)|[`*]/g, '$1').replace(/\s+/g, ' ')
  return { path, state: stateOfFile(path), title, description: description.slice(0, 160), markdown }
}

/** The errors: a page for each code, and the list of all. */
function onePageEach(markdown: string): readonly Source[] {
  const [intro = '', ...sections] = markdown.split(/^## (?=HB\d{3}: )/m)
  const pages = sections.map((section) =>
    sourceOf(`docs/errors/${section.slice(0, 5)}.md`, `# ${section.replace('**What.** ', '')}`),
  )
  const list = pages.map(({ path, title }) => `- [${title}](${path.slice('docs/'.length)})`)
  return [sourceOf(ERRORS, `${intro}${list.join('\n')}\n`), ...pages]
}

/** The id of a heading, as GitHub makes it. */
const slug = (title: string): string =>
  title
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-')

/** Where a link of a document leads on the site. */
function linkFrom(path: string, href: string, states: ReadonlyMap<string, string>): string {
  if (/^(?:[a-z]+:|#)/.test(href)) return href
  const [file = '', id] = href.split('#')
  const target = relative(ROOT, resolve(ROOT, dirname(path), file))
  const state = states.get(target)
  if (state === undefined) return REPOSITORY + target
  return `#!${state}${id === undefined ? '' : `?~=${id}`}`
}

/** Creates the function that renders a document as HTML. */
async function createRenderer(states: ReadonlyMap<string, string>) {
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
        colorReplacements: READABLE,
        transformers: [{ pre: (node) => void Object.assign(node.properties, { tabindex: '0' }) }],
      }),
  })
  const fence = markdown.renderer.rules.fence
  markdown.renderer.rules.fence = (tokens, index, options, environment, self) =>
    `<div class="code">${fence?.(tokens, index, options, environment, self) ?? ''}</div>`
  markdown.renderer.rules.table_open = () =>
    '<div class="table" tabindex="0" role="group" aria-label="Table"><table>'
  markdown.renderer.rules.table_close = () => '</table></div>'
  return ({ path, markdown: text }: Source): string => {
    const tokens = markdown.parse(text.replace(/<!--[\s\S]*?-->/g, ''), {})
    const used = new Map<string, number>()
    tokens.forEach((token, index) => {
      if (token.type === 'heading_open') {
        const id = slug(tokens[index + 1]?.content ?? '')
        const count = used.get(id) ?? 0
        used.set(id, count + 1)
        token.attrSet('id', count === 0 ? id : `${id}-${count}`)
      }
      for (const child of token.children ?? []) {
        if (child.type !== 'link_open') continue
        child.attrSet('href', linkFrom(path, child.attrGet('href') ?? '', states))
      }
    })
    return markdown.renderer
      .render(tokens, markdown.options, {})
      .replace(/<img src="([^"]+\.svg)"/g, (_, href: string) => {
        const svg = readFileSync(resolve(ROOT, dirname(path), href))
        return `<img src="data:image/svg+xml;base64,${svg.toString('base64')}"`
      })
  }
}

/** The sections of all documents, to be searched: each a heading and the text below it. */
function searchIndex(sources: readonly Source[]): string {
  const index = new MiniSearch({
    fields: ['title', 'heading', 'text'],
    storeFields: ['title', 'heading', 'href'],
  })
  for (const { state, title, markdown } of sources) {
    const sections = markdown.replace(/```[\s\S]*?```/g, '').split(/^(?=##? )/m)
    sections.forEach((section, at) => {
      const [, heading = title] = /^##? (.+)$/m.exec(section) ?? []
      const id = at === 0 ? '' : `?~=${slug(heading)}`
      index.add({
        id: `${state} ${at}`,
        title,
        heading: heading.replaceAll('`', ''),
        href: `#!${state}${heading === title ? '' : id}`,
        text: section.replace(/[|`*#[\]()<>-]+/g, ' '),
      })
    })
  }
  return JSON.stringify(index)
}

const navigation = (): string =>
  CONTENTS.map(
    ({ title, items }) =>
      `<h2>${title}</h2><ul>${items
        .map(([name, state]) => `<li><a href="#!${state}">${name}</a></li>`)
        .join('')}</ul>`,
  ).join('\n')

const INDEX = 'virtual:documents'
const ONE = 'virtual:document'
const SEARCH = 'virtual:search'

/** Creates the plugin. */
export function documents(): Plugin {
  let sources: readonly Source[] = []
  let render: ((source: Source) => string) | undefined
  const load = async () => {
    sources = readSources()
    const states = new Map(sources.map(({ path, state }) => [path, state]))
    render ??= await createRenderer(states)
  }
  return {
    name: 'documents',
    sharedDuringBuild: true,
    buildStart: load,
    resolveId: (id) =>
      id.startsWith(INDEX) || id.startsWith(ONE) || id === SEARCH ? `\0${id}` : null,
    load(id) {
      if (id === `\0${SEARCH}`)
        return `export const index = ${JSON.stringify(searchIndex(sources))}`
      if (id === `\0${INDEX}`)
        return `export const documents = {${sources
          .map(({ state }) => `${JSON.stringify(state)}: () => import('${ONE}${state}.js')`)
          .join(',\n')}}`
      if (!id.startsWith(`\0${ONE}`)) return null
      const state = id.slice(ONE.length + 1).replace(/\.js$/, '')
      const source = sources.find((one) => one.state === state)
      if (source === undefined || render === undefined) return null
      const { path, title, description } = source
      this.addWatchFile(join(ROOT, path))
      return `export const document = ${JSON.stringify({ title, description, html: render(source) })}`
    },
    transformIndexHtml: (html) => html.replace('<!-- navigation -->', navigation()),
    handleHotUpdate({ file, server }) {
      if (!file.endsWith('.md') || !existsSync(file)) return
      sources = readSources()
      server.ws.send({ type: 'full-reload' })
    },
  }
}
