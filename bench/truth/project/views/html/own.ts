/** The state that html views keep: templates, parts of pages, functions that make them. */
import { type Html, html, htmlView } from 'hashbang-router'
import type { Data } from '../../data.ts'

let memo: Html | undefined
let header: Html | undefined
const items: Html[] = []
const parts = new Map<string, Html>()
let make: ((title: string) => Html) | undefined

const kinds: Readonly<Record<string, (data: Data) => Html>> = {
  'html memo ??=': ({ title }) => (memo ??= html`<p>${title}</p>`),
  'html header made once': ({ title, note }) => {
    header ??= note ? html`<h1>Rare</h1>` : html`<h1>Usual</h1>`
    return html`${header}<p>${title}</p>`
  },
  'html list grows': ({ title }) => {
    items.push(html`<li>${title}</li>`)
    return html`<ul>${items}</ul>`
  },
  'html parts by a coarse key': ({ locale, title }) => {
    const known = parts.get(locale) ?? html`<p>${title}</p>`
    parts.set(locale, known)
    return known
  },
  'html function made once': ({ title, group }) => {
    make ??= (text) => html`<p>${text} in ${group}</p>`
    return make(title)
  },
}

export default htmlView<Data>(({ data }) => kinds[data.kind]?.(data) ?? html`<p>unknown</p>`)
