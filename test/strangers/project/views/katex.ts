/** KaTeX by its manual. */
import katex from 'katex'
import renderMathInElement from 'katex/contrib/auto-render'
import { cases } from '../cases.ts'

export default cases({
  inline(element) {
    katex.render('c = \\pm\\sqrt{a^2 + b^2}', element)
  },
  display(element) {
    katex.render('\\int_0^\\infty e^{-x}\\,dx', element, { displayMode: true, throwOnError: false })
  },
  string(element) {
    element.innerHTML = katex.renderToString('\\frac{1}{2}', { output: 'html' })
  },
  mathml(element) {
    element.innerHTML = katex.renderToString('x^2', { output: 'mathml' })
  },
  auto(element) {
    element.innerHTML = '<p>Text $x^2$ and $$\\sum_i i$$ end.</p>'
    renderMathInElement(element, {
      delimiters: [
        { left: '$$', right: '$$', display: true },
        { left: '$', right: '$', display: false },
      ],
    })
  },
  error(element) {
    katex.render('\\frac{', element, { throwOnError: false })
  },
})
