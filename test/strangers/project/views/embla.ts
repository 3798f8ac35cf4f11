/** Embla Carousel. */
import EmblaCarousel from 'embla-carousel'
import { cases } from '../cases.ts'
import { box } from '../parts/markup.ts'

const SLIDES = '<div><div>One</div><div>Two</div><div>Three</div></div>'

export default cases({
  slides(element) {
    const made = EmblaCarousel(box(element, SLIDES), { loop: false })
    box(element, String(made.slideNodes().length), 'output')
  },
})
