/** jotai by its manual. */
import { atom, Provider, useAtom, useAtomValue, useSetAtom } from 'jotai'
import { atomWithStorage, loadable } from 'jotai/utils'
import { Suspense, useEffect } from 'react'
import { cases } from '../cases.ts'
import { show } from '../parts/react.ts'

const count = atom(1)
const double = atom((get) => get(count) * 2)
const people = atom(async () => (await fetch('/data/people.json')).json())
const maybe = loadable(people)
const theme = atomWithStorage('theme', 'light')

function Derived() {
  const set = useSetAtom(count)
  useEffect(() => set(4), [set])
  return <p>{useAtomValue(double)}</p>
}
function Fetched() {
  const [all] = useAtom(people)
  return <p>{all.length} people</p>
}
function Loadable() {
  const value = useAtomValue(maybe)
  return <p>{value.state === 'hasData' ? value.data[0].name : value.state}</p>
}
function Stored() {
  return <b>{useAtomValue(theme)}</b>
}

export default cases({
  derived: show(() => (
    <Provider>
      <Derived />
    </Provider>
  )),
  async: show(() => (
    <Provider>
      <Suspense fallback="Loading…">
        <Fetched />
      </Suspense>
    </Provider>
  )),
  loadable: show(() => (
    <Provider>
      <Loadable />
    </Provider>
  )),
  storage: show(() => (
    <Provider>
      <Stored />
    </Provider>
  )),
})
