/** Hyperapp. */
import { app, h, text } from 'hyperapp'
import { cases } from '../cases.ts'
import { box } from '../parts/markup.ts'

export default cases({
  hello: (element) =>
    void app({
      init: { count: 1 },
      view: ({ count }) =>
        h('main', {}, [
          h('h1', {}, text(count)),
          h('button', { onclick: (state) => state }, text('+')),
        ]),
      node: box(element),
    }),
  effect: (element) =>
    void app({
      init: [
        { count: 0 },
        [
          (dispatch) =>
            setTimeout(
              () => dispatch((state: { count: number }) => ({ count: state.count + 5 })),
              10,
            ),
          {},
        ],
      ] as never,
      view: ({ count }: { count: number }) => h('p', { class: { many: count > 1 } }, text(count)),
      node: box(element),
    }),
})
