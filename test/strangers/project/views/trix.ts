/** Trix. */
import 'trix'
import { cases } from '../cases.ts'
import { markup } from '../parts/markup.ts'

export default cases({
  editor: markup(
    '<form><input id="x" type="hidden" value="&lt;div&gt;Editor &lt;strong&gt;content&lt;/strong&gt;&lt;/div&gt;"><trix-editor input="x"></trix-editor></form>',
  ),
})
