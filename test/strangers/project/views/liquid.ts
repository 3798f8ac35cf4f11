/** LiquidJS. */
import { Liquid } from 'liquidjs'
import { cases } from '../cases.ts'

const show = (template: string, data: object) => (element: HTMLElement) => {
  new Liquid().parseAndRender(template, data).then((html) => void (element.innerHTML = html))
}

export default cases({
  filters: show(
    '<p>{{ name | capitalize | append: "!" }} {{ "2024-02-03" | date: "%d.%m.%Y" }}</p>',
    { name: 'ada' },
  ),
})
