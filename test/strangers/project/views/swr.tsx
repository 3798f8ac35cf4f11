/** SWR by its manual. */
import { Suspense } from 'react'
import useSWR, { SWRConfig } from 'swr'
import useSWRImmutable from 'swr/immutable'
import useSWRInfinite from 'swr/infinite'
import { cases } from '../cases.ts'
import { show } from '../parts/react.ts'

interface Person {
  id: number
  name: string
  born: number
}
const fetcher = (url: string): Promise<Person[]> => fetch(url).then((answer) => answer.json())

function All() {
  const { data, error, isLoading } = useSWR<Person[]>('/data/people.json', fetcher)
  if (error) return <p>Failed</p>
  if (isLoading || !data) return <p>Loading…</p>
  return <p>{data.map(({ name }) => name).join(', ')}</p>
}
function Suspended() {
  const { data } = useSWR<Person[]>('/data/people.json', fetcher, { suspense: true })
  return <p>{data?.[0]?.name}</p>
}
function Fixed() {
  const { data } = useSWRImmutable<Person[]>('/data/people.json', fetcher)
  return <p>{data?.[1]?.name ?? '…'}</p>
}
function Endless() {
  const { data, size } = useSWRInfinite<Person[]>(
    (index) => `/data/people.json?page=${index}`,
    fetcher,
    { initialSize: 2 },
  )
  return (
    <p>
      {data?.flat().length ?? 'none'} of {size}
    </p>
  )
}

export default cases({
  all: show(() => <All />),
  suspense: show(() => (
    <Suspense fallback={<p>Loading…</p>}>
      <Suspended />
    </Suspense>
  )),
  immutable: show(() => <Fixed />),
  infinite: show(() => <Endless />),
  fallback: show(() => (
    <SWRConfig value={{ fallback: { '/data/people.json': [{ id: 0, name: 'At once', born: 1 }] } }}>
      <All />
    </SWRConfig>
  )),
})
