import { createElement as h } from 'react'

export default ({ data: { title, lines } }) =>
  h('article', null, h('h1', null, title), ...lines.map((line) => h('p', { key: line }, line)))
