/** Immer. */
import { enablePatches, produce, produceWithPatches } from 'immer'
import { cases } from '../cases.ts'
import { box } from '../parts/markup.ts'

const base = [
  { title: 'Learn', done: true },
  { title: 'Try', done: false },
]

export default cases({
  produce: (element) =>
    void box(
      element,
      produce(base, (draft) => void (draft[1].done = true))
        .map(({ title, done }) => `<li>${title} ${done}</li>`)
        .join(''),
      'ul',
    ),
  patches(element) {
    enablePatches()
    const [, patches] = produceWithPatches(
      base,
      (draft) => void draft.push({ title: 'Tweet', done: false }),
    )
    box(element, JSON.stringify(patches), 'pre')
  },
})
