/** Splide. */
import '@splidejs/splide/css'
import Splide from '@splidejs/splide'
import { cases } from '../cases.ts'
import { box } from '../parts/markup.ts'

const SLIDES =
  '<section class="splide" aria-label="Slides"><div class="splide__track"><ul class="splide__list"><li class="splide__slide">One</li><li class="splide__slide">Two</li><li class="splide__slide">Three</li></ul></div></section>'

export default cases({
  fade: (element) =>
    void new Splide(box(element, SLIDES).firstElementChild as HTMLElement, {
      type: 'fade',
      width: 400,
      rewind: true,
    }).mount(),
})
