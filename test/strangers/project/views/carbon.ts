/** Carbon's web components. */
import '@carbon/web-components/es/components/accordion/index.js'
import { cases } from '../cases.ts'
import { markup } from '../parts/markup.ts'

export default cases({
  accordion: markup(
    '<cds-accordion><cds-accordion-item title="One" open><p>Text 1</p></cds-accordion-item><cds-accordion-item title="Two"><p>Text 2</p></cds-accordion-item></cds-accordion>',
  ),
})
