/** billboard.js. */
import 'billboard.js/dist/billboard.css'
import bb, { bar, line } from 'billboard.js'
import { cases } from '../cases.ts'
import { box } from '../parts/markup.ts'

const columns: [string, ...number[]][] = [
  ['data1', 30, 200, 100],
  ['data2', 130, 100, 140],
]
const options = (element: HTMLElement) => ({
  bindto: box(element),
  size: { width: 600, height: 300 },
  transition: { duration: 0 },
})

export default cases({
  line: (element) => void bb.generate({ ...options(element), data: { columns, type: line() } }),
  bar: (element) => void bb.generate({ ...options(element), data: { columns, type: bar() } }),
})
