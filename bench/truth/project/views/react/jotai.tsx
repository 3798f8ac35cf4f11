import { atom, getDefaultStore, useAtom, useAtomValue } from 'jotai'
import { atomFamily } from 'jotai/utils'
import { useEffect } from 'react'
import type { Data } from '../../data.ts'

const first = atom<string | undefined>(undefined)
const titles = atom<string[]>([])
const joined = atom((get) => get(titles).join(', '))
const family = atomFamily((_group: number) => atom<string | undefined>(undefined))

export default function View({ data }: { data: Data }) {
  if (data.kind === 'jotai, default store') return <Stored data={data} />
  if (data.kind === 'jotai, family by a coarse key') return <Family data={data} />
  return <First data={data} />
}
function First({ data }: { data: Data }) {
  const [title, set] = useAtom(first)
  useEffect(() => {
    set((known) => known ?? data.title)
  }, [data, set])
  return <p>{title}</p>
}
function Stored({ data }: { data: Data }) {
  useEffect(() => getDefaultStore().set(titles, (all) => [...all, data.title]), [data])
  return <p>{useAtomValue(joined)}</p>
}
function Family({ data }: { data: Data }) {
  const [title, set] = useAtom(family(data.group))
  useEffect(() => {
    set((known) => known ?? data.title)
  }, [data, set])
  return <p>{title}</p>
}
