// Shows an error as a page in development, where production answers 500 or 503. The HTML loads
// nothing and runs nothing.

import { readFileSync } from 'node:fs'
import { html } from '../../src/html.ts'
import { codeIn } from '../diagnostics/diagnostics.ts'
import { printableLines } from '../diagnostics/printable.ts'
import type { HandlerResponse } from '../http/types.ts'

const STYLE = `:root { color-scheme: light dark }
body { margin: 0 auto; max-width: 60rem; padding: 2rem 1rem 4rem; font: 1rem/1.5 system-ui, sans-serif;
  background: light-dark(#fcfcfa, #16181b); color: light-dark(#1c1e21, #e8e6e1) }
h1 { font-size: 1.3rem; line-height: 1.3; overflow-wrap: anywhere; white-space: pre-wrap }
h2 { font-size: 1rem }
pre, aside { padding: 1rem; border: 1px solid light-dark(#dedcd5, #33373d); border-radius: .4rem;
  background: light-dark(#fff, #1e2125) }
pre { overflow-x: auto; font-size: .85rem; line-height: 1.6 }
code { font-family: ui-monospace, monospace }
p { overflow-wrap: anywhere }
.what { color: light-dark(#a3141b, #ff8f87); font-weight: 600 }`

/** Creates the answer. @param text The message, then the stack. */
export function errorAnswer(state: string, text: string, status: number): HandlerResponse {
  const lines = printableLines(text).split('\n')
  const at = lines.findIndex((line) => /^\s+at /.test(line))
  const message = (at < 0 ? lines : lines.slice(0, at)).join('\n')
  const stack = at < 0 ? '' : lines.slice(at).join('\n')
  const page = errorPage(codeIn(message) ?? '')
  const body = Buffer.from(`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><title>${html`${status}: #!${state}`}</title><style>${STYLE}</style></head>
${html`<body><main>
<p class="what">The snapshot of <code>#!${state}</code> could not be made</p>
<h1>${message}</h1>
${stack && html`<pre tabindex="0"><code>${stack}</code></pre>`}
${
  page &&
  html`<aside><h2>${page.code}: ${page.title}</h2>${page.text.split('\n\n').map((part) => html`<p>${part.replaceAll('**', '')}</p>`)}</aside>`
}
<p>This page is for development. In production crawlers are answered ${status} with ${status === 500 ? 'the `error` view of the table' : 'a sentence'}, and the log has the rest.</p>
</main></body>`}</html>
`)
  return {
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-length': String(body.length),
    },
    body,
  }
}

const FILE = new URL('../../../docs/errors.md', import.meta.url)

interface ErrorPage {
  readonly code: string
  readonly title: string
  readonly text: string
}

/** @param reference The text of docs/errors.md. */
export function errorPages(reference = readFileSync(FILE, 'utf8')): readonly ErrorPage[] {
  const [, ...sections] = reference.split(/^## (?=HB\d{3}: )/m)
  return sections.map((section) => {
    const [heading = '', ...lines] = section.split('\n')
    return {
      code: heading.slice(0, 5),
      title: heading.slice(7),
      text: lines.join('\n').trim(),
    }
  })
}

const errorPage = (code: string): ErrorPage | undefined =>
  errorPages().find((page) => page.code === code)
