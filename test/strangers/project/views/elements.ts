/** Elements of the platform alone: innerHTML, shadow trees, slots, an async connectedCallback. */
import { cases, type Show } from '../cases.ts'
import { markup } from '../parts/markup.ts'
import { WORDS } from '../parts/words.ts'

const define = (name: string, shadow: string) =>
  customElements.define(
    name,
    class extends HTMLElement {
      constructor() {
        super()
        this.attachShadow({ mode: 'open' }).innerHTML = shadow
      }
    },
  )
define(
  'own-card',
  '<style>:host { display: block }</style><header><slot name="head">No head</slot></header><div><slot>Nothing</slot></div><footer><slot name="foot"><em>No foot</em></slot></footer>',
)
define(
  'own-frame',
  '<own-card><h2 slot="head"><slot name="title"></slot></h2><slot></slot></own-card>',
)

class Later extends HTMLElement {
  async connectedCallback() {
    this.textContent = 'Loading'
    const words = await new Promise<string[]>((resolve) => setTimeout(resolve, 5, WORDS))
    for (const word of words) this.append(document.createElement('p'), word)
  }
}
customElements.define('own-later', Later)

const escaped = WORDS.map((word) => word.replaceAll('&', '&amp;').replaceAll('<', '&lt;'))

/** Markup that a script changes by properties. */
const changed =
  (html: string): Show =>
  (element) => {
    element.innerHTML = html
    for (const select of element.querySelectorAll('select')) select.value = '2'
    for (const area of element.querySelectorAll('textarea')) area.value = 'changed\n<b>'
    for (const box of element.querySelectorAll<HTMLInputElement>('[type=checkbox]'))
      box.checked = !box.checked
    for (const p of element.querySelectorAll<HTMLElement>('[data-i]'))
      p.classList.toggle('odd', Number(p.dataset.i) % 2 === 1)
  }

export default cases({
  lists: changed(
    escaped
      .map((word, at) => `<ul><li data-i="${at}">${word}<ol><li>${at}</li></ol></ul>`)
      .join(''),
  ),
  form: changed(`<form><input value="a"><textarea>b</textarea>
    <select><option value="1">one</option><option value="2">two</option></select>
    <label><input type="checkbox" name="i">off</label><input type="checkbox" checked><button disabled>Go</button></form>`),
  table: markup(
    `<table><caption>c</caption><thead><tr><th>n</th></tr></thead>${escaped.map((word) => `<tr><td>${word}`).join('')}</table>`,
  ),
  drawing: markup(
    '<svg viewBox="0 0 10 10" role="img"><title>Bars</title><rect x="1" height="3"/><linearGradient id="g"/><foreignObject><p>text</p></foreignObject></svg>',
  ),
  slots: markup(
    '<own-frame><span slot="title">title</span><p>body</p><own-card><b slot="foot">f</b></own-card></own-frame>',
  ),
  later: markup('<own-later></own-later>'),
})
