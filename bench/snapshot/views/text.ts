import { html, htmlView } from 'hashbang-router'
import type { PageData } from '../data.ts'

export default htmlView<PageData>(
  ({
    data,
  }) => html`<nav>${data.links.map(({ href, label }) => html`<a href="${href}">${label}</a>`)}</nav>
<main>
<article><h1>${data.title}</h1>${data.paragraphs.map((text) => html`<p>${text}</p>`)}</article>
<ul>${data.items.map(({ name, price, text }) => html`<li><section name="${name}" price="${price}">${text}</section></li>`)}</ul>
<table><tbody>${data.rows.map((row) => html`<tr>${row.map((cell) => html`<td>${cell}</td>`)}</tr>`)}</tbody></table>
</main>`,
)
