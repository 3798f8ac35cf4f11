/** Snabbdom. */
import {
  attributesModule,
  classModule,
  eventListenersModule,
  h,
  init,
  propsModule,
  styleModule,
} from 'snabbdom'
import { cases } from '../cases.ts'
import { box } from '../parts/markup.ts'

const patch = init([attributesModule, classModule, propsModule, styleModule, eventListenersModule])

export default cases({
  again(element) {
    const first = patch(
      box(element),
      h('ul', [h('li', { key: 'a' }, 'a'), h('li', { key: 'b' }, 'b')]),
    )
    patch(
      first,
      h('ul', { class: { turned: true } }, [
        h('li', { key: 'b' }, 'b'),
        h('li', { key: 'a' }, 'a'),
      ]),
    )
  },
})
