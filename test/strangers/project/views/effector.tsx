/** Effector. */
import { createEffect, createEvent, createStore, sample } from 'effector'
import { useUnit } from 'effector-react'
import { cases } from '../cases.ts'
import { show } from '../parts/react.ts'

const load = createEffect(
  async () => (await (await fetch('/data/people.json')).json()) as { name: string }[],
)
const opened = createEvent()
const people = createStore<{ name: string }[]>([]).on(load.doneData, (_, all) => all)
sample({ clock: opened, target: load })

const People = () => (
  <p>
    {useUnit(people)
      .map(({ name }) => name)
      .join() || 'nobody'}
  </p>
)

export default cases({
  store: show(() => <People />),
  effect(element, page) {
    opened()
    return show(() => <People />)(element, page)
  },
})
