import { html, LitElement } from 'lit'

/** The outlet creates the element and sets `page`. For the next state it sets `page` again. */
export default class HelloView extends LitElement {
  static properties = { page: { attribute: false } }

  render() {
    return html`<h1>Hello, ${this.page.data.name}</h1><a href="#!">Home</a>`
  }
}

customElements.define('hello-view', HelloView)
