/** mithril by its manual. */
import m from 'mithril'
import { cases } from '../cases.ts'

export default cases({
  mount(element) {
    let count = 0
    m.mount(element, {
      oncreate: () => {
        count++
        m.redraw()
      },
      view: () =>
        m('main', [m('h1', { class: 'title' }, 'mithril'), m('button', `${count} clicks`)]),
    })
    return () => m.mount(element, null)
  },
  request(element) {
    let people: { name: string }[] = []
    m.mount(element, {
      oninit: () =>
        m.request<{ name: string }[]>({ url: '/data/people.json' }).then((all) => {
          people = all
        }),
      view: () =>
        m(
          'ul',
          people.map(({ name }) => m('li', { key: name }, name)),
        ),
    })
    return () => m.mount(element, null)
  },
  render(element) {
    m.render(element, [
      m.trust('<i>raw</i>'),
      m('input[type=checkbox][checked]'),
      m('svg', m('circle', { r: 2 })),
    ])
  },
  form(element) {
    m.render(
      element,
      m('form', [
        m('input', { value: 'Ada' }),
        m('select', { value: 'b' }, [m('option', 'a'), m('option', 'b')]),
        m('textarea', { value: 'text' }),
      ]),
    )
  },
})
