/** Tabulator. */
import 'tabulator-tables/dist/css/tabulator.css'
import { TabulatorFull as Tabulator } from 'tabulator-tables'
import { cases } from '../cases.ts'
import { box } from '../parts/markup.ts'

const data = [
  { id: 1, name: 'Oli Bob', age: 12, col: 'red' },
  { id: 2, name: 'Mary May', age: 1, col: 'blue' },
]
const columns = [
  { title: 'Name', field: 'name', width: 150 },
  { title: 'Age', field: 'age', hozAlign: 'left' as const },
]

export default cases({
  fitted: (element) =>
    void new Tabulator(box(element), { height: 205, data, layout: 'fitColumns', columns }),
})
