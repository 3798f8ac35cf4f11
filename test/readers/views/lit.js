import { css, html, LitElement } from 'lit'

/** A line in a shadow tree in a shadow tree. */
class HarbourLine extends LitElement {
  static properties = { text: {} }
  static styles = css`:host { display: block }`
  render() {
    return html`<p>${this.text}</p>`
  }
}
customElements.define('harbour-line', HarbourLine)

export default class HarbourPage extends LitElement {
  static properties = { page: { attribute: false } }
  render() {
    const { title, lines } = this.page.data
    return html`<article><h1>${title}</h1>${lines.map((line) => html`<harbour-line .text=${line}></harbour-line>`)}</article>`
  }
}
customElements.define('harbour-page', HarbourPage)
