/** Cytoscape. */
import cytoscape from 'cytoscape'
import { cases } from '../cases.ts'
import { box } from '../parts/markup.ts'

const elements = [
  { data: { id: 'a' } },
  { data: { id: 'b' } },
  { data: { id: 'ab', source: 'a', target: 'b' } },
]

export default cases({
  grid(element) {
    const container = box(element)
    container.style.cssText = 'width: 300px; height: 200px; display: block'
    cytoscape({
      container,
      elements,
      style: [{ selector: 'node', style: { label: 'data(id)' } }],
      layout: { name: 'grid', rows: 1 },
    })
  },
  headless(element) {
    const graph = cytoscape({ elements, headless: true })
    box(
      element,
      graph
        .nodes()
        .map((node) => `<li>${node.id()}: ${node.degree(false)}</li>`)
        .join(''),
      'ul',
    )
  },
})
