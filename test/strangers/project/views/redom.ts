/** RE:DOM. */
import { el, list, mount, setChildren } from 'redom'
import { cases } from '../cases.ts'

class Item {
  el = el('li')
  update(text: string) {
    this.el.textContent = text
  }
}

export default cases({
  children: (element) =>
    void setChildren(element, [el('i', 'one'), el('b', { style: { color: 'red' } }, 'two')]),
})
