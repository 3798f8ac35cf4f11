/** Tippy. */
import tippy from 'tippy.js'
import { cases } from '../cases.ts'
import { box } from '../parts/markup.ts'

export default cases({
  closed: (element) => void tippy(box(element, 'Hover', 'button'), { content: 'Tooltip' }),
})
