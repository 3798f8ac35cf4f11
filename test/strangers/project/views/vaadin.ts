/** Vaadin's components. */
import '@vaadin/button'
import '@vaadin/checkbox'
import '@vaadin/grid'
import '@vaadin/tabs'
import '@vaadin/text-field'
import { cases } from '../cases.ts'
import { markup } from '../parts/markup.ts'

export default cases({
  button: markup(
    '<vaadin-button theme="primary">Save</vaadin-button><vaadin-button disabled>Off</vaadin-button>',
  ),
  checkbox: markup('<vaadin-checkbox label="Agree" checked></vaadin-checkbox>'),
  field: markup(
    '<vaadin-text-field label="Name" value="Ada" helper-text="Help"></vaadin-text-field>',
  ),
  tabs: markup(
    '<vaadin-tabs selected="1"><vaadin-tab>One</vaadin-tab><vaadin-tab>Two</vaadin-tab></vaadin-tabs>',
  ),
  grid(element) {
    element.innerHTML =
      '<vaadin-grid all-rows-visible><vaadin-grid-column path="name"></vaadin-grid-column><vaadin-grid-column path="born"></vaadin-grid-column></vaadin-grid>'
    const grid = element.firstElementChild as HTMLElement & { items: object[] }
    grid.items = [
      { name: 'Ada', born: 1815 },
      { name: 'Grace', born: 1906 },
    ]
  },
})
