// An element of Lit, as the package lies in node_modules.
import { html, LitElement } from 'lit'

let first

export default class Plain extends LitElement {
  render() {
    first ??= this.page.data.title
    return html`<p>${first}</p>`
  }
}
customElements.define('truth-plain', Plain)
