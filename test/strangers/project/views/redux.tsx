/** Redux Toolkit with react-redux, and RTK Query. */
import { configureStore, createAsyncThunk, createSlice } from '@reduxjs/toolkit'
import { createApi, fetchBaseQuery } from '@reduxjs/toolkit/query/react'
import { useEffect } from 'react'
import { Provider, useDispatch, useSelector } from 'react-redux'
import { cases } from '../cases.ts'
import { show } from '../parts/react.ts'

const counter = createSlice({
  name: 'counter',
  initialState: { value: 0 },
  reducers: {
    increment: (state) => {
      state.value += 1
    },
  },
})
const load = createAsyncThunk('people/load', async () => (await fetch('/data/people.json')).json())
const people = createSlice({
  name: 'people',
  initialState: { status: 'idle', all: [] as { name: string }[] },
  reducers: {},
  extraReducers: (builder) =>
    builder
      .addCase(load.pending, (state) => {
        state.status = 'pending'
      })
      .addCase(load.fulfilled, (_, { payload }) => ({ status: 'ready', all: payload })),
})
const api = createApi({
  baseQuery: fetchBaseQuery({ baseUrl: '/data/' }),
  endpoints: (build) => ({
    people: build.query<{ name: string }[], void>({ query: () => 'people.json' }),
  }),
})
const create = () =>
  configureStore({
    reducer: {
      counter: counter.reducer,
      people: people.reducer,
      [api.reducerPath]: api.reducer,
    },
    middleware: (all) => all().concat(api.middleware),
  })
type State = ReturnType<ReturnType<typeof create>['getState']>
type Dispatch = ReturnType<typeof create>['dispatch']

function Count() {
  const value = useSelector((state: State) => state.counter.value)
  const dispatch = useDispatch()
  useEffect(() => void dispatch(counter.actions.increment()), [dispatch])
  return <p>{value}</p>
}
function Thunk() {
  const { status, all } = useSelector((state: State) => state.people)
  const dispatch = useDispatch<Dispatch>()
  useEffect(() => void dispatch(load()), [dispatch])
  return (
    <p>
      {status} {all.map(({ name }) => name).join()}
    </p>
  )
}
function Query() {
  const { data, isLoading } = api.usePeopleQuery()
  return <p>{isLoading ? 'Loading…' : data?.map(({ name }) => name).join(' + ')}</p>
}

export default cases({
  counter: show(() => (
    <Provider store={create()}>
      <Count />
    </Provider>
  )),
  thunk: show(() => (
    <Provider store={create()}>
      <Thunk />
    </Provider>
  )),
  query: show(() => (
    <Provider store={create()}>
      <Query />
    </Provider>
  )),
})
