let made = 0

customElements.define(
  'truth-plain-top',
  class extends HTMLElement {
    connectedCallback() {
      this.textContent = `element ${++made}`
    }
  },
)
export const registered = 'truth-plain-top'
