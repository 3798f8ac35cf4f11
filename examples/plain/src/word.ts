import type { ViewPage } from 'hashbang-router'

interface Word {
  readonly lemma: string
  readonly gloss: string
}

/** The outlet creates the element and sets `page`; for the next word it sets `page` again. */
export default class WordView extends HTMLElement {
  set page({ data }: ViewPage<Word>) {
    const heading = document.createElement('h1')
    heading.textContent = data.lemma
    const gloss = document.createElement('p')
    gloss.textContent = data.gloss
    const back = document.createElement('a')
    back.href = '#!'
    back.textContent = 'All words'
    this.replaceChildren(heading, gloss, back)
  }
}

customElements.define('word-view', WordView)
