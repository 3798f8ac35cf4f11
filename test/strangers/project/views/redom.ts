/** RE:DOM. */
import { el, setChildren } from 'redom'
import { cases } from '../cases.ts'

export default cases({
  children: (element) =>
    void setChildren(element, [el('i', 'one'), el('b', { style: { color: 'red' } }, 'two')]),
})
