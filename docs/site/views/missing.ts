import { html, htmlView } from 'hashbang-router'

export default htmlView(
  () =>
    html`<article><h1>There is no such page</h1>
<p>See <a href="#!/documents">all documents</a>, or search.</p></article>`,
)
