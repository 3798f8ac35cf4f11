// The index of the search: the sections of all documents, each a heading and the text below it.

import MiniSearch from 'minisearch'
import { headingIds } from './headings.ts'
import type { Source } from './sources.ts'

/** As JSON. */
export function searchIndex(sources: readonly Source[]): string {
  const index = new MiniSearch({
    fields: ['title', 'heading', 'text'],
    storeFields: ['title', 'heading', 'href'],
  })
  for (const { state, title, markdown } of sources) {
    const idOf = headingIds()
    const text = markdown.replace(/```[\s\S]*?```|<!--[\s\S]*?-->/g, '')
    // Every heading takes its id, the small ones too, but only the large ones are results.
    let isFirst = true
    let section = { id: '', heading: title, href: `#!${state}`, text: '' }
    const add = () => index.add({ ...section, id: `${state} ${section.id}`, title })
    for (const part of text.split(/^(?=#{1,6} )/m)) {
      const [, signs = '', heading = ''] = /^(#+) (.+)$/m.exec(part) ?? []
      const id = signs === '' ? '' : idOf(heading)
      if (signs.length === 2 || signs.length === 3) {
        add()
        const href = `#!${state}?~=${id}`
        section = { id, heading: heading.replaceAll('`', ''), href, text: '' }
      } else if (isFirst) section.id = id
      isFirst = false
      section.text += part.replace(/\]\([^)]*\)|[|`*#[\]()<>-]+/g, ' ')
    }
    add()
  }
  return JSON.stringify(index)
}
