/** Plotly. */
import Plotly from 'plotly.js-basic-dist-min'
import { cases } from '../cases.ts'
import { box } from '../parts/markup.ts'

const layout = { width: 500, height: 300, margin: { t: 0 } }

export default cases({
  bar: (element) =>
    void Plotly.newPlot(box(element), [{ x: ['a', 'b'], y: [20, 14], type: 'bar' }], layout),
})
