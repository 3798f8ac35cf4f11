/** Quill by its manual. */
import Quill from 'quill'
import { cases } from '../cases.ts'

const make = (element: HTMLElement, html = '', options = {}) => {
  const box = document.createElement('div')
  box.innerHTML = html
  element.append(box)
  return new Quill(box, options)
}

export default cases({
  bare(element) {
    make(element, '<p>Hello <b>World</b></p>')
  },
  snow(element) {
    make(element, '<p>Snow</p>', { theme: 'snow' })
  },
  contents(element) {
    make(element).setContents([
      { insert: 'Title' },
      { insert: '\n', attributes: { header: 1 } },
      { insert: 'one' },
      { insert: '\n', attributes: { list: 'bullet' } },
    ])
  },
  html(element) {
    const quill = make(element.appendChild(document.createElement('div')), '<p>a <i>b</i></p>')
    const out = document.createElement('pre')
    out.textContent = quill.getSemanticHTML()
    element.append(out)
  },
  readonly(element) {
    make(element, '<p>read</p>', { readOnly: true, placeholder: 'Write' })
  },
})
