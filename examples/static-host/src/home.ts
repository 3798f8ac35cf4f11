import { html, htmlView } from 'hashbang-router'

export default htmlView<string[]>(
  ({ data }) => html`
    <h1>Words</h1>
    <ul>${data.map((lemma) => html`<li><a href="#!/word/${lemma}">${lemma}</a></li>`)}</ul>
  `,
)
