/** DataTables, which brings its own jQuery along. */
import DataTable from 'datatables.net'
import { cases } from '../cases.ts'

const rows = Array.from({ length: 25 }, (_, index) => [`Name ${index}`, String(index * 7)])

export default cases({
  table(element) {
    element.innerHTML =
      '<table><thead><tr><th>Name</th><th>N</th></tr></thead><tbody><tr><td>b</td><td>2</td></tr><tr><td>a</td><td>1</td></tr></tbody></table>'
    const table = new DataTable(element.querySelector('table') as HTMLTableElement)
    return () => void table.destroy()
  },
  data(element) {
    const table = document.createElement('table')
    element.append(table)
    new DataTable(table, {
      data: rows,
      columns: [{ title: 'Name' }, { title: 'N' }],
      pageLength: 10,
    })
  },
  ajax(element) {
    const table = document.createElement('table')
    element.append(table)
    new DataTable(table, {
      ajax: { url: '/data/people.json', dataSrc: '' },
      columns: [
        { title: 'Name', data: 'name' },
        { title: 'Born', data: 'born' },
      ],
      order: [[1, 'desc']],
      paging: false,
    })
  },
})
