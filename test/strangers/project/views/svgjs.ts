/** SVG.js. */
import { SVG } from '@svgdotjs/svg.js'
import { cases } from '../cases.ts'

export default cases({
  gradient(element) {
    const draw = SVG().addTo(element)
    draw
      .rect(10, 10)
      .fill(draw.gradient('linear', (add) => void add.stop(0, '#333').stop?.(1, '#fff')))
  },
})
