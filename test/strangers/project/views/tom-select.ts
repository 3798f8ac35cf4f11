/** Tom Select. */
import TomSelect from 'tom-select'
import { cases } from '../cases.ts'
import { box } from '../parts/markup.ts'

const OPTIONS =
  '<option value="">Pick</option><option value="1">One</option><option value="2" selected>Two</option>'

export default cases({
  select: (element) =>
    void new TomSelect(box(element, OPTIONS, 'select') as HTMLSelectElement, {
      create: true,
      sortField: { field: 'text', direction: 'asc' },
    }),
})
