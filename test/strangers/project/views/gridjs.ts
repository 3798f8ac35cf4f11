/** Grid.js. */
import { Grid } from 'gridjs'
import { cases } from '../cases.ts'
import { box } from '../parts/markup.ts'

const options = {
  columns: ['Name', 'Email'],
  data: [
    ['John', 'john@example.com'],
    ['Mark', 'mark@gmail.com'],
    ['Ada', 'ada@example.com'],
  ],
}

export default cases({
  grid: (element) => void new Grid(options).render(box(element)),
})
