/** zustand by its manual. */
import { useEffect } from 'react'
import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import { useShallow } from 'zustand/react/shallow'
import { cases } from '../cases.ts'
import { show } from '../parts/react.ts'

interface Bears {
  bears: number
  more: () => void
}
const bears = () =>
  create<Bears>()((set) => ({ bears: 0, more: () => set(({ bears }) => ({ bears: bears + 1 })) }))

function Counted({ use }: { use: ReturnType<typeof bears> }) {
  const [count, more] = use(useShallow((state) => [state.bears, state.more] as const))
  useEffect(() => more(), [more])
  return <h1>{count} around here</h1>
}
interface People {
  all: { name: string }[]
  load: () => Promise<void>
}
function Loaded({ use }: { use: ReturnType<typeof loading> }) {
  const { all, load } = use()
  useEffect(() => void load(), [load])
  return <p>{all.map(({ name }) => name).join(' ')}</p>
}
const loading = () =>
  create<People>()((set) => ({
    all: [],
    load: async () => set({ all: await (await fetch('/data/people.json')).json() }),
  }))
const kept = () =>
  create<Bears>()(
    persist((set) => ({ bears: 5, more: () => set({ bears: 6 }) }), { name: 'bears' }),
  )

export default cases({
  counter: show(() => <Counted use={bears()} />),
  async: show(() => <Loaded use={loading()} />),
  persist: show(() => {
    localStorage.clear()
    return <Counted use={kept() as never} />
  }),
})
