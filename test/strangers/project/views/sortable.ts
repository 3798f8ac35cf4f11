/** SortableJS. */
import Sortable from 'sortablejs'
import { cases } from '../cases.ts'
import { box } from '../parts/markup.ts'

export default cases({
  list(element) {
    const list = box(element, '<li data-id="a">A</li><li data-id="b">B</li>', 'ul')
    const made = Sortable.create(list, { animation: 150 })
    made.sort(['b', 'a'])
  },
})
