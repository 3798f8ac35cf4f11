/** Chartist. */
import 'chartist/dist/index.css'
import { BarChart, LineChart } from 'chartist'
import { cases } from '../cases.ts'
import { box } from '../parts/markup.ts'

const size = { width: '400px', height: '200px' }

export default cases({
  bar: (element) =>
    void new BarChart(box(element), { labels: ['W1', 'W2'], series: [[1, 2]] }, size),
  line: (element) =>
    void new LineChart(
      box(element),
      {
        labels: ['Mon', 'Tue'],
        series: [
          [1, 5],
          [2, 3],
        ],
      },
      size,
    ),
})
