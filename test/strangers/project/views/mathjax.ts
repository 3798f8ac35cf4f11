/** MathJax 4, its components one by one. */
import { browserAdaptor } from '@mathjax/src/js/adaptors/browserAdaptor.js'
import { STATE } from '@mathjax/src/js/core/MathItem.js'
import { SerializedMmlVisitor } from '@mathjax/src/js/core/MmlTree/SerializedMmlVisitor.js'
import { RegisterHTMLHandler } from '@mathjax/src/js/handlers/html.js'
import { TeX } from '@mathjax/src/js/input/tex.js'
import '@mathjax/src/js/input/tex/ams/AmsConfiguration.js'
import { mathjax } from '@mathjax/src/js/mathjax.js'
import { CHTML } from '@mathjax/src/js/output/chtml.js'
import { cases } from '../cases.ts'
import { box } from '../parts/markup.ts'

const tex = () => new TeX({ packages: ['base', 'ams'] })
const FORMULA = 'x = \\frac{-b \\pm \\sqrt{b^2-4ac}}{2a}'

export default cases({
  mathml(element) {
    RegisterHTMLHandler(browserAdaptor())
    const page = mathjax.document('', { InputJax: tex() })
    box(
      element,
      new SerializedMmlVisitor().visitTree(page.convert(FORMULA, { end: STATE.CONVERT })),
    )
  },
  chtml(element) {
    RegisterHTMLHandler(browserAdaptor())
    const page = mathjax.document(document, { InputJax: tex(), OutputJax: new CHTML() })
    element.append(page.convert('a^2 + b^2 = c^2'))
  },
})
