import { html, htmlView } from 'hashbang-router'

interface Word {
  readonly lemma: string
  readonly gloss: string
}

export default htmlView<Word>(
  ({ data }) => html`
    <h1>${data.lemma}</h1>
    <p>${data.gloss}</p>
    <a href="#!">All words</a>
  `,
)
