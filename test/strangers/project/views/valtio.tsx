/** Valtio. */
import { proxy, useSnapshot } from 'valtio'
import { cases } from '../cases.ts'
import { show } from '../parts/react.ts'

const make = () =>
  proxy({
    count: 1,
    get double() {
      return this.count * 2
    },
  })

function Counter({ state }: { state: ReturnType<typeof make> }) {
  const shown = useSnapshot(state)
  return (
    <p>
      {shown.count} {shown.double}
    </p>
  )
}

export default cases({
  changed(element, page) {
    const state = make()
    setTimeout(() => state.count++, 10)
    return show(() => <Counter state={state} />)(element, page)
  },
})
