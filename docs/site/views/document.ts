// Shows a document. The build made its HTML from files of this repository.

import { mountView } from 'hashbang-router'
import type { SiteDocument } from '../routes.ts'

export default mountView<SiteDocument>((outlet, page) => {
  const frame = outlet.ownerDocument.createElement('div')
  frame.className = 'document'
  outlet.append(frame)
  const show = ({ html }: SiteDocument) => {
    frame.innerHTML = html
  }
  show(page.data)
  return { update: (next) => show(next.data), unmount: () => frame.remove() }
})
