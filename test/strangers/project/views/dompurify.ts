/** DOMPurify by its manual. */
import DOMPurify from 'dompurify'
import { cases } from '../cases.ts'

const DIRTY =
  '<p onclick="x()">text <b>bold</b><script>alert(1)</script></p><img src=x onerror=alert(1)><a href="javascript:x()">link</a><svg><g onload=x()><circle r="1"/></g></svg><math><mi>x</mi></math><p>after</p>'

export default cases({
  default(element) {
    element.innerHTML = DOMPurify.sanitize(DIRTY)
  },
  profile(element) {
    element.innerHTML = DOMPurify.sanitize(DIRTY, { USE_PROFILES: { html: true } })
  },
  tags(element) {
    element.innerHTML = DOMPurify.sanitize(DIRTY, { ALLOWED_TAGS: ['b'], KEEP_CONTENT: true })
  },
  fragment(element) {
    element.append(DOMPurify.sanitize(DIRTY, { RETURN_DOM_FRAGMENT: true }))
  },
  hook(element) {
    DOMPurify.addHook('afterSanitizeAttributes', (node) => {
      if (node.tagName === 'A') node.setAttribute('rel', 'noopener')
    })
    element.innerHTML = DOMPurify.sanitize(
      '<a href="https://example.org">x</a><form><input name=y></form>',
    )
    DOMPurify.removeAllHooks()
  },
})
