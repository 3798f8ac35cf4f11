/** Prism on elements of the page. */
import Prism from 'prismjs'
import { cases } from '../cases.ts'

const CODE = 'function f(a) { return `x ${a}` } // &lt;b&gt;'

export default cases({
  element(element) {
    element.innerHTML = `<pre><code class="language-javascript">${CODE}</code></pre>`
    Prism.highlightElement(element.querySelector('code') as Element)
  },
  under(element) {
    element.innerHTML = `<pre class="language-css"><code>a { color: red }</code></pre>`
    Prism.highlightAllUnder(element)
  },
  string(element) {
    element.innerHTML = `<pre>${Prism.highlight('<p>x</p>', Prism.languages.markup as Prism.Grammar, 'markup')}</pre>`
  },
})
