/** Polymer 3. */
import { html, PolymerElement } from '@polymer/polymer/polymer-element.js'
import '@polymer/polymer/lib/elements/dom-if.js'
import '@polymer/polymer/lib/elements/dom-repeat.js'
import { cases } from '../cases.ts'
import { markup } from '../parts/markup.ts'

class Hello extends PolymerElement {
  static get properties() {
    return {
      name: { type: String, value: 'Ada' },
      people: { type: Array, value: () => [{ name: 'a' }, { name: 'b' }] },
      open: Boolean,
    }
  }
  static get template() {
    return html`<h1>Hello, [[name]]</h1><slot></slot>
      <dom-repeat items="[[people]]"><template><p>[[index]]: [[item.name]]</p></template></dom-repeat>
      <dom-if if="[[open]]"><template><i>open</i></template></dom-if><input value="{{name::input}}">`
  }
}
customElements.define('polymer-hello', Hello)

export default cases({
  attributes: markup('<polymer-hello name="Grace" open>slotted</polymer-hello>'),
})
