import { html, LitElement } from 'lit'

export default class HomeView extends LitElement {
  render() {
    return html`<a href="#!/hello/ajax">Hello</a>`
  }
}

customElements.define('home-view', HomeView)
