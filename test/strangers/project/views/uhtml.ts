/** uhtml. */
import { html, render } from 'uhtml'
import { cases } from '../cases.ts'

export default cases({
  hello: (element) => void render(element, html`<h1 class=${'a'}>Hello ${'µhtml'}</h1>`),
})
