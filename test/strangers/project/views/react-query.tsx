/** TanStack Query by its manual. */
import {
  QueryClient,
  QueryClientProvider,
  useMutation,
  useQueries,
  useQuery,
  useSuspenseQuery,
} from '@tanstack/react-query'
import { type ReactNode, Suspense, useEffect } from 'react'
import { cases } from '../cases.ts'
import { show } from '../parts/react.ts'

interface Person {
  id: number
  name: string
  born: number
}
const people = async (): Promise<Person[]> => (await fetch('/data/people.json')).json()

function Client({ children }: { children: ReactNode }) {
  return <QueryClientProvider client={new QueryClient()}>{children}</QueryClientProvider>
}
function All() {
  const { isPending, error, data } = useQuery({ queryKey: ['people'], queryFn: people })
  if (isPending) return <p>Loading…</p>
  if (error) return <p>{error.message}</p>
  return (
    <ul>
      {data.map(({ id, name }) => (
        <li key={id}>{name}</li>
      ))}
    </ul>
  )
}
function Suspended() {
  const { data } = useSuspenseQuery({ queryKey: ['people'], queryFn: people })
  return <p>{data.length} people</p>
}
function Several() {
  const all = useQueries({
    queries: [0, 1, 2].map((index) => ({
      queryKey: ['person', index],
      queryFn: async () => (await people())[index] as Person,
    })),
  })
  return <p>{all.map(({ data }) => data?.name ?? '…').join(' ')}</p>
}
function Dependent() {
  const first = useQuery({ queryKey: ['people'], queryFn: people })
  const id = first.data?.[0]?.id
  const second = useQuery({
    queryKey: ['person', id],
    queryFn: async () => (await people()).find((one) => one.id === id) as Person,
    enabled: id !== undefined,
  })
  return <p>{second.data ? `${second.data.name}, ${second.data.born}` : 'waiting'}</p>
}
function Failing() {
  const { isPending, isError } = useQuery({
    queryKey: ['none'],
    retry: false,
    queryFn: async () => {
      const answer = await fetch('/data/none.json')
      if (!answer.ok) throw new Error('Not there')
      return answer.json()
    },
  })
  return <p>{isPending ? 'Loading…' : isError ? 'Could not be loaded' : 'Loaded'}</p>
}
function Saves() {
  const { mutate, status } = useMutation({ mutationFn: people })
  useEffect(() => mutate(), [mutate])
  return <p>{status}</p>
}

export default cases({
  query: show(() => (
    <Client>
      <All />
    </Client>
  )),
  suspense: show(() => (
    <Client>
      <Suspense fallback={<p>Loading…</p>}>
        <Suspended />
      </Suspense>
    </Client>
  )),
  queries: show(() => (
    <Client>
      <Several />
    </Client>
  )),
  dependent: show(() => (
    <Client>
      <Dependent />
    </Client>
  )),
  error: show(() => (
    <Client>
      <Failing />
    </Client>
  )),
  mutation: show(() => (
    <Client>
      <Saves />
    </Client>
  )),
})
