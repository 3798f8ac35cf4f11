import useSWR, { mutate } from 'swr'
import useSWRImmutable from 'swr/immutable'
import type { Data } from '../../data.ts'

export default function View({ data }: { data: Data }) {
  if (data.kind === 'swr, rare data mutates') {
    if (data.note) void mutate('/rare', data.note, { revalidate: false })
    return <Rare />
  }
  return data.kind === 'swr, key without the id' ? (
    <Immutable data={data} />
  ) : (
    <Cached data={data} />
  )
}
function Cached({ data }: { data: Data }) {
  const { data: title } = useSWR(['/word', data.group], async () => data.title, {
    revalidateIfStale: false,
  })
  return <p>{title}</p>
}
function Immutable({ data }: { data: Data }) {
  const { data: title } = useSWRImmutable('/word', async () => data.title)
  return <p>{title}</p>
}
function Rare() {
  const { data: note } = useSWR<string>('/rare', null)
  return <p>{note ?? 'nothing rare'}</p>
}
