/** highlight.js on elements of the page. */
import hljs from 'highlight.js/lib/common'
import { cases } from '../cases.ts'

const CODE = 'function f(a) { return `x ${a}` } // &lt;b&gt;'

export default cases({
  element(element) {
    element.innerHTML = `<pre><code class="language-javascript">${CODE}</code></pre>`
    hljs.highlightElement(element.querySelector('code') as HTMLElement)
  },
  auto(element) {
    element.innerHTML = `<pre><code>${CODE}</code></pre>`
    for (const block of element.querySelectorAll<HTMLElement>('pre code'))
      hljs.highlightElement(block)
  },
  string(element) {
    element.innerHTML = `<pre>${hljs.highlight('<p class="a">x</p>', { language: 'xml' }).value}</pre>`
  },
})
