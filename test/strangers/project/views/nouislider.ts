/** noUiSlider. */
import noUiSlider from 'nouislider'
import { cases } from '../cases.ts'
import { box } from '../parts/markup.ts'

export default cases({
  range: (element) =>
    void noUiSlider.create(box(element), {
      start: [20, 80],
      connect: true,
      range: { min: 0, max: 100 },
    }),
  pips(element) {
    const made = noUiSlider.create(box(element), {
      start: 40,
      range: { min: 0, max: 100 },
      pips: { mode: 'count' as never, values: 5 },
      tooltips: true,
    })
    made.on('update', (values) => void box(element, String(values[0]), 'output'))
  },
})
