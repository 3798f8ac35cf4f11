// 404: no such word, with suggestions, or no such page.

import { type HtmlView, html, htmlView, type ViewPage } from 'hashbang-router'
import { routes } from '../routes.ts'
import { wordLink } from './pieces.ts'

interface Missing {
  readonly text: string
  readonly suggested: readonly string[]
}

const view: HtmlView<ViewPage<Missing | undefined>> = htmlView(({ data }) =>
  data === undefined ? noPage() : noWord(data),
)

const noWord = ({ text, suggested }: Missing) => html`<div class="stand-in">
<p class="status">404</p>
<h1>There is no entry for “${text}”</h1>
${
  suggested.length > 0 &&
  html`<h2>Perhaps you mean</h2>
<ul class="suggested">${suggested.map((word) => html`<li>${wordLink(word)}</li>`)}</ul>`
}
<p>You can <a href="${routes.href('search', {}, { search: { q: text } })}">search all definitions for it</a>.</p>
</div>`

const noPage = () => html`<div class="stand-in">
<p class="status">404</p>
<h1>There is no such page</h1>
<p>Start again <a href="${routes.href('home')}">from the first page</a>, or go <a href="${routes.href('browse', { letter: 'a' })}">from A to Z</a>.</p>
</div>`

export default view
