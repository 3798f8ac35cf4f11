/** React Flow. */
import '@xyflow/react/dist/style.css'
import { Background, Controls, ReactFlow } from '@xyflow/react'
import { cases } from '../cases.ts'
import { show } from '../parts/react.ts'

const nodes = [
  { id: 'n1', position: { x: 0, y: 0 }, data: { label: 'Node 1' } },
  { id: 'n2', position: { x: 0, y: 100 }, data: { label: 'Node 2' } },
]

export default cases({
  controls: show(() => (
    <div style={{ width: 400, height: 300 }}>
      <ReactFlow nodes={nodes} edges={[]}>
        <Background />
        <Controls />
      </ReactFlow>
    </div>
  )),
})
