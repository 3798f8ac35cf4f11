/** htmx by its manual: attributes in markup, processed after they are put in. */
import htmx from 'htmx.org'
import { cases } from '../cases.ts'

const show = (html: string) => (element: HTMLElement) => {
  element.innerHTML = html
  htmx.process(element)
}

export default cases({
  load: show('<div hx-get="/data/part.html" hx-trigger="load">Loading…</div>'),
  target: show(
    '<div hx-get="/data/part.html" hx-trigger="load" hx-target="#there" hx-swap="innerHTML">source</div><div id="there"></div>',
  ),
  outer: show('<div hx-get="/data/part.html" hx-trigger="load" hx-swap="outerHTML">Loading…</div>'),
  append: show(
    '<ul hx-get="/data/part.html" hx-trigger="load" hx-swap="beforeend"><li>first</li></ul>',
  ),
  click: show('<button hx-get="/data/part.html">Load</button>'),
})
