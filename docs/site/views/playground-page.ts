// The page of the playground. Its element stands beside the outlet, in index.html: an outlet inside
// of it would be one of the site's own.

import { html, htmlView } from 'hashbang-router'

export default htmlView(
  () => html`<article>
    <h1>Playground</h1>
    <p>Type a route table and a state, in JavaScript without types. You see the page, its addresses, its snapshot and its Markdown. Everything runs in your browser, so you need JavaScript.</p>
  </article>`,
)
