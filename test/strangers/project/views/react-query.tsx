/** TanStack Query by its manual. */
import { QueryClient, QueryClientProvider, useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { type ReactNode, Suspense } from 'react'
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
function Suspended() {
  const { data } = useSuspenseQuery({ queryKey: ['people'], queryFn: people })
  return <p>{data.length} people</p>
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

export default cases({
  suspense: show(() => (
    <Client>
      <Suspense fallback={<p>Loading…</p>}>
        <Suspended />
      </Suspense>
    </Client>
  )),
  dependent: show(() => (
    <Client>
      <Dependent />
    </Client>
  )),
})
