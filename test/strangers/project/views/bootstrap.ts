/** Bootstrap's scripts. */
import { Alert, Collapse } from 'bootstrap'
import { cases } from '../cases.ts'
import { box } from '../parts/markup.ts'

export default cases({
  collapse: (element) =>
    void new Collapse(box(element, '<p class="collapse">Text</p>').firstElementChild as Element, {
      toggle: true,
    }),
  alert(element) {
    box(element, '<p>Stays</p><div class="alert">Closed</div>')
    new Alert('.alert').close()
  },
})
