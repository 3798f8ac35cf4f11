/** Stores that React apps hold in modules: Zustand, Redux Toolkit, Valtio, TanStack Store. */
import { configureStore, createSlice, type PayloadAction } from '@reduxjs/toolkit'
import { useEffect } from 'react'
import { Provider, useDispatch, useSelector } from 'react-redux'
import { proxy, useSnapshot } from 'valtio'
import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import type { Data } from '../../data.ts'

type Props = { data: Data }
interface Titled {
  title: string | undefined
  first(title: string): void
}
const useZustand = create<Titled>((set) => ({
  title: undefined,
  first: (title) => set((state) => ({ title: state.title ?? title })),
}))
const usePersisted = create<Titled>()(
  persist(
    (set) => ({
      title: undefined,
      first: (title) => set((state) => ({ title: state.title ?? title })),
    }),
    { name: 'truth' },
  ),
)
const slice = createSlice({
  name: 'titles',
  initialState: { all: [] as string[] },
  reducers: {
    add: (state, { payload }: PayloadAction<string>) => {
      state.all.push(payload)
    },
  },
})
const redux = configureStore({ reducer: { titles: slice.reducer } })
const shared = proxy({ title: undefined as string | undefined, views: 0 })

export default function View({ data }: Props) {
  if (data.kind === 'zustand, first wins') return <Zustand data={data} store={useZustand} />
  if (data.kind === 'zustand, persisted') return <Zustand data={data} store={usePersisted} />
  if (data.kind === 'valtio proxy') return <Valtio data={data} />
  return (
    <Provider store={redux}>
      <Redux data={data} />
    </Provider>
  )
}
function Zustand({ data, store }: Props & { store: typeof useZustand }) {
  const { title, first } = store()
  useEffect(() => first(data.title), [data, first])
  return <p>{title ?? 'none'}</p>
}
function Valtio({ data }: Props) {
  const { title, views } = useSnapshot(shared)
  useEffect(() => {
    shared.views += 1
    shared.title ??= data.title
  }, [data])
  return (
    <p>
      {title ?? 'none'}, {views}
    </p>
  )
}
function Redux({ data }: Props) {
  const all = useSelector((state: ReturnType<typeof redux.getState>) => state.titles.all)
  const dispatch = useDispatch()
  useEffect(() => {
    dispatch(slice.actions.add(data.title))
  }, [data, dispatch])
  return <p>{all.join(', ')}</p>
}
