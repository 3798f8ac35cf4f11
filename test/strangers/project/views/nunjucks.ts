/** Nunjucks. */
import nunjucks from 'nunjucks/browser/nunjucks.js'
import { cases } from '../cases.ts'

const show = (template: string, data: object) => (element: HTMLElement) => {
  element.innerHTML = new nunjucks.Environment(null, { autoescape: true }).renderString(
    template,
    data,
  )
}

export default cases({
  loop: show(
    '<ul>{% for item in items %}<li>{{ loop.index }} {{ item }}</li>{% else %}<li>none</li>{% endfor %}</ul>',
    { items: ['a', 'b'] },
  ),
})
