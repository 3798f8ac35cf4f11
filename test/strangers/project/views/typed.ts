/** typed.js. */
import Typed from 'typed.js'
import { cases } from '../cases.ts'
import { box } from '../parts/markup.ts'

export default cases({
  instant: (element) =>
    void new Typed(box(element, '', 'span'), { strings: ['Ada'], typeSpeed: 0, startDelay: 10 }),
})
