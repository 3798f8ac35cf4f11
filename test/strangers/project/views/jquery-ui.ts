/** jQuery UI. */
import '../parts/jquery-global.ts'
import $ from 'jquery'
import 'jquery-ui/dist/jquery-ui.js'
import { cases } from '../cases.ts'
import { box } from '../parts/markup.ts'

const widget =
  (name: string, html: string, options: object = {}) =>
  (element: HTMLElement) => {
    const widgets = $(box(element, html).firstElementChild as HTMLElement) as unknown as Record<
      string,
      (options: object) => void
    >
    widgets[name]?.(options)
  }

export default cases({
  accordion: widget(
    'accordion',
    '<div><h3>One</h3><div>Text 1</div><h3>Two</h3><div>Text 2</div></div>',
    { heightStyle: 'content' },
  ),
  button: widget('button', '<button>Save</button>', { icon: 'ui-icon-gear' }),
})
