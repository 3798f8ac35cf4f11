/** Anime.js 4. */
import { animate, stagger } from 'animejs'
import { cases } from '../cases.ts'
import { box } from '../parts/markup.ts'

export default cases({
  animate: (element) => void animate(box(element, 'box'), { x: 100, duration: 200 }),
  stagger(element) {
    element.innerHTML = '<i>a</i><i>b</i>'
    animate(element.querySelectorAll('i'), { opacity: [0, 1], delay: stagger(50), duration: 100 })
  },
})
