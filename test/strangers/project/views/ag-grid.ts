/** AG Grid. */
import { AllCommunityModule, createGrid, ModuleRegistry } from 'ag-grid-community'
import { cases } from '../cases.ts'
import { box } from '../parts/markup.ts'

ModuleRegistry.registerModules([AllCommunityModule])

const rowData = Array.from({ length: 40 }, (_, index) => ({
  make: `Make ${index}`,
  price: index * 1000,
}))
const columnDefs = [{ field: 'make' }, { field: 'price', sort: 'desc' }] as const

export default cases({
  grid(element) {
    const grid = box(element)
    grid.style.height = '500px'
    createGrid(grid, { columnDefs: [...columnDefs], rowData: rowData.slice(0, 5) })
  },
  auto(element) {
    createGrid(box(element), {
      columnDefs: [{ field: 'make' }, { field: 'price' }],
      rowData: rowData.slice(0, 8),
      domLayout: 'autoHeight',
    })
  },
})
