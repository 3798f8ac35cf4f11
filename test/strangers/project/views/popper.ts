/** Popper. */
import { createPopper } from '@popperjs/core'
import { cases } from '../cases.ts'
import { box } from '../parts/markup.ts'

export default cases({
  top: (element) =>
    void createPopper(box(element, 'Button', 'button'), box(element, 'Tooltip'), {
      placement: 'top',
    }),
  fixed: (element) =>
    void createPopper(box(element, 'Button', 'button'), box(element, 'Tooltip'), {
      strategy: 'fixed',
      modifiers: [{ name: 'offset', options: { offset: [0, 8] } }],
    }),
})
