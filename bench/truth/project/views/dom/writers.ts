/**
 * Libraries that write text and HTML, and keep registered extensions, helpers, hooks and caches.
 */
import DOMPurify from 'dompurify'
import ejs from 'ejs'
import Handlebars from 'handlebars'
import hljs from 'highlight.js/lib/core'
import katex from 'katex'
import { Liquid } from 'liquidjs'
import MarkdownIt from 'markdown-it'
import { marked } from 'marked'
import mustache from 'mustache'
import Prism from 'prismjs'
import showdown from 'showdown'
import { kindsView } from '../../parts/kinds.ts'

const markdown = new MarkdownIt()
const liquid = new Liquid({ cache: true })
const macros: Record<string, string> = {}
let rendered = ''
const words = (title: string) => () => ({ contains: [{ scope: 'title', match: title }] })

export default kindsView({
  'marked.use() accumulates': ({ title }) => {
    marked.use({
      renderer: { strong: () => `<b>${title}</b>` },
      hooks: { postprocess: (html) => `${html.trim()}!` },
    })
    return String(marked.parse('**bold**'))
  },
  'marked options by rare data': ({ note }) => {
    if (note) marked.setOptions({ breaks: true })
    return String(marked.parse('one\ntwo')).includes('<br>') ? 'breaks' : 'no breaks'
  },
  'handlebars helper registered once': ({ title }) => {
    if (!Handlebars.helpers.truth) Handlebars.registerHelper('truth', () => title)
    return Handlebars.compile('{{truth}}')({})
  },
  'handlebars partial by rare data': ({ note, title }) => {
    if (note) Handlebars.registerPartial('footer', note)
    return 'footer' in Handlebars.partials ? `${title} with a footer` : title
  },
  'mustache tags and cache': ({ note, title }) => {
    const text = mustache.render('{{title}}', { title })
    if (note) mustache.tags = ['<%', '%>']
    return text
  },
  'mustache writer kept': ({ title }) => {
    rendered += mustache.render('{{title}} ', { title })
    return rendered.trim()
  },
  'ejs cache': ({ title }) =>
    ejs.render(`${title} <%= 1 %>`, {}, { cache: true, filename: 'truth.ejs' }),
  'liquid filter registered once': ({ title }) => {
    if (!('truth' in liquid.filters)) liquid.registerFilter('truth', () => title)
    return liquid.parseAndRenderSync('{{ "x" | truth }}')
  },
  'highlight.js language registered once': ({ title }) => {
    if (!hljs.getLanguage('truth')) hljs.registerLanguage('truth', words(title))
    return hljs.highlight(title, { language: 'truth' }).value
  },
  'highlight.js plugins': ({ title }) => {
    let calls = 0
    hljs.addPlugin({ 'before:highlight': () => void (calls += 1) })
    hljs.registerLanguage('plain', words(title))
    const all = hljs as unknown as { truthCalls?: number }
    all.truthCalls = (all.truthCalls ?? 0) + 1
    hljs.highlight(title, { language: 'plain' })
    return `${calls} call of ${all.truthCalls}`
  },
  'prism hooks': ({ title }) => {
    Prism.hooks.add('before-tokenize', (env) => {
      env.code += '!'
    })
    return Prism.highlight(title, Prism.languages.plain ?? {}, 'plain')
  },
  'katex macros': ({ id }) => {
    katex.renderToString(`\\gdef\\page{${id}}`, { macros })
    const before = macros.first
    macros.first ??= String(id)
    return `${before ?? 'none'}, ${Object.keys(macros).length} macros`
  },
  'dompurify hooks': ({ title }) => {
    DOMPurify.addHook('afterSanitizeAttributes', (node) => {
      node.setAttribute('title', `${node.getAttribute('title') ?? ''}!`)
    })
    return DOMPurify.sanitize(`<b>${title}</b>`, { ALLOWED_ATTR: ['title'] })
  },
  'markdown-it rules': ({ title }) => {
    const real = markdown.renderer.rules.text
    markdown.renderer.rules.text = (tokens, at, ...rest) =>
      `${real?.(tokens, at, ...rest) ?? tokens[at]?.content}!`
    return markdown.renderInline(title)
  },
  'markdown-it options by rare data': ({ note, title }) => {
    if (note) markdown.set({ typographer: true, breaks: true })
    return markdown.renderInline(`${title}\nnext`).includes('<br>') ? 'breaks' : 'no breaks'
  },
  'showdown extension registered once': ({ title }) => {
    if (!('truth' in showdown.getAllExtensions()))
      showdown.extension('truth', { type: 'output', filter: () => title })
    return new showdown.Converter({ extensions: ['truth'] }).makeHtml('x')
  },
})
