import type { ViewPage } from 'hashbang-router'
import { css, html, LitElement } from 'lit'
import logo from './logo.svg'
import './word.css'

interface Word {
  readonly lemma: string
  readonly letters: number
}

export default class WordView extends LitElement {
  static override properties = { page: { attribute: false }, state: { state: true } }

  static override styles = css`
    .title {
      color: rgb(1, 2, 3);
    }
  `

  declare page: ViewPage<Word>
  declare state: string

  constructor() {
    super()
    this.state = 'new'
  }

  override firstUpdated() {
    this.state = 'mounted'
  }

  override render() {
    const { lemma, letters } = this.page.data
    return html`
      <article class="word">
        <h1 class="title">${lemma} of ${letters} letters, ${this.state}</h1>
        <img src=${logo} alt="logo" width="100" />
        <input aria-label="note" />
        <a href="#!/word/hero">hero</a>
      </article>
    `
  }
}

customElements.define('word-view', WordView)
