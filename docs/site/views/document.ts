// Shows a document. Its HTML was made by the build, of files of this repository.

import { mountView } from 'hashbang-router'
import type { SiteDocument } from '../routes.ts'

export default mountView<SiteDocument>((outlet, page) => {
  const article = outlet.ownerDocument.createElement('article')
  outlet.append(article)
  const show = ({ html }: SiteDocument) => {
    article.innerHTML = html
  }
  show(page.data)
  return { update: (next) => show(next.data), unmount: () => article.remove() }
})
