/** UI5 Web Components. */
import '@ui5/webcomponents/dist/Button.js'
import { cases } from '../cases.ts'
import { markup } from '../parts/markup.ts'

export default cases({
  button: markup(
    '<ui5-button design="Emphasized">Save</ui5-button><ui5-button disabled>Off</ui5-button>',
  ),
})
