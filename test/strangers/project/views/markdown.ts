/** marked and markdown-it, with a highlighter as their manuals show it. */
import hljs from 'highlight.js/lib/core'
import javascript from 'highlight.js/lib/languages/javascript'
import MarkdownIt from 'markdown-it'
import { Marked, marked } from 'marked'
import { cases } from '../cases.ts'

hljs.registerLanguage('javascript', javascript)
const TEXT = `# Title

A *paragraph* with \`code\`, a [link](https://example.org "Title") and ~~nothing~~.

| a | b |
|---|--:|
| 1 | 2 |

- [x] done
- [ ] open

\`\`\`javascript
const a = '<b>' // comment
\`\`\`

> quoted<br>twice

1. one
2. two
`

export default cases({
  marked(element) {
    element.innerHTML = marked.parse(TEXT) as string
  },
  'marked async'(element) {
    const parser = new Marked({
      async: true,
      async walkTokens(token) {
        if (token.type === 'code') await new Promise((resolve) => setTimeout(resolve, 1))
      },
    })
    Promise.resolve(parser.parse(TEXT)).then((html) => {
      element.innerHTML = html
    })
  },
  'markdown-it'(element) {
    element.innerHTML = new MarkdownIt({ html: true, linkify: true, typographer: true }).render(
      TEXT,
    )
  },
  highlighted(element) {
    element.innerHTML = new MarkdownIt({
      highlight: (text, language) =>
        hljs.getLanguage(language) ? hljs.highlight(text, { language }).value : '',
    }).render(TEXT)
  },
})
