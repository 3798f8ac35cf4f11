/** Lion. */
import '@lion/ui/define/lion-accordion.js'
import '@lion/ui/define/lion-button.js'
import { cases } from '../cases.ts'
import { markup } from '../parts/markup.ts'

export default cases({
  button: markup('<lion-button>Save</lion-button><lion-button disabled>Off</lion-button>'),
  accordion: markup(
    '<lion-accordion><h3 slot="invoker"><button>One</button></h3><p slot="content">Text</p></lion-accordion>',
  ),
})
