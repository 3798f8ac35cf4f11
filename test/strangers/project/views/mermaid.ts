/** Mermaid by its manual. */
import mermaid from 'mermaid'
import { cases } from '../cases.ts'

mermaid.initialize({ startOnLoad: false, deterministicIds: true })

export default cases({
  run(element) {
    element.innerHTML = '<pre class="mermaid">graph LR\n  A --> B</pre>'
    mermaid.run({ querySelector: '.mermaid' })
  },
  error(element) {
    element.innerHTML = '<p>Loading…</p>'
    mermaid.parse('graph XX\n ---').then(
      () => {
        element.textContent = 'parsed'
      },
      () => {
        element.textContent = 'not parsed'
      },
    )
  },
})
