/** react-window. */
import { List } from 'react-window'
import { cases } from '../cases.ts'
import { show } from '../parts/react.ts'

function Row({ index, names, style }: { index: number; names: readonly string[]; style: object }) {
  return <div style={style}>{names[index]}</div>
}

export default cases({
  list: show(() => (
    <List
      rowComponent={Row}
      rowCount={100}
      rowHeight={25}
      rowProps={{ names: Array.from({ length: 100 }, (_, index) => `Name ${index}`) }}
      style={{ height: 200 }}
    />
  )),
})
