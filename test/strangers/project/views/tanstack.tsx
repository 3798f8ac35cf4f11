/** TanStack Virtual by its manual. */
import { useVirtualizer } from '@tanstack/react-virtual'
import { useRef } from 'react'
import { cases } from '../cases.ts'
import { show } from '../parts/react.ts'

function Rows({ count, horizontal = false }: { count: number; horizontal?: boolean }) {
  const parent = useRef<HTMLDivElement>(null)
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => parent.current,
    estimateSize: () => 35,
    horizontal,
  })
  return (
    <div ref={parent} style={{ height: 140, width: 300, overflow: 'auto' }}>
      <div style={{ height: virtual.getTotalSize(), position: 'relative' }}>
        {virtual.getVirtualItems().map(({ key, index, start }) => (
          <div key={key} style={{ position: 'absolute', top: start, height: 35 }}>
            Row {index}
          </div>
        ))}
      </div>
    </div>
  )
}

export default cases({
  virtual: show(() => <Rows count={1000} />),
  few: show(() => <Rows count={3} />),
  horizontal: show(() => <Rows count={100} horizontal />),
})
