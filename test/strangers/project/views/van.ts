/** VanJS. */
import van from 'vanjs-core'
import { cases } from '../cases.ts'

const { a, div, li, p, ul } = van.tags

export default cases({
  hello: (element) =>
    void van.add(
      element,
      div(p('👋Hello'), ul(li('🗺️World'), li(a({ href: 'https://vanjs.org/' }, '🍦VanJS')))),
    ),
})
