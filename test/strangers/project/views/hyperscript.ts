/** hyperscript. */
import 'hyperscript.org'
import { cases } from '../cases.ts'
import { box } from '../parts/markup.ts'

const { _hyperscript } = globalThis as unknown as {
  _hyperscript: { processNode(element: Element): void }
}

const script = (html: string) => (element: HTMLElement) => {
  _hyperscript.processNode(box(element, html))
}

export default cases({
  event: script(
    '<button _="on click add .red to me then set my innerText to \'clicked\' init send click to me">Click</button>',
  ),
  fetch: script('<output _="init fetch /data/part.html then put it into me"></output>'),
})
