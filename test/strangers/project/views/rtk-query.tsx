/** RTK Query. */
import { ApiProvider, createApi, fetchBaseQuery } from '@reduxjs/toolkit/query/react'
import { cases } from '../cases.ts'
import { show } from '../parts/react.ts'

const api = createApi({
  baseQuery: fetchBaseQuery({ baseUrl: '/data/' }),
  endpoints: (build) => ({
    file: build.query<{ name: string }[], string>({ query: (name) => name }),
  }),
})

function File({ name, skip = false }: { name: string; skip?: boolean }) {
  const { data, error, isLoading } = api.useFileQuery(name, { skip })
  if (error) return <p>Error {'status' in error ? String(error.status) : ''}</p>
  if (isLoading) return <p>Loading</p>
  return <p>{data?.map((person) => person.name).join() ?? 'nothing'}</p>
}

export default cases({
  error: show(() => (
    <ApiProvider api={api}>
      <File name="none.json" />
    </ApiProvider>
  )),
})
