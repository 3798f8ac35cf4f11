// Restores the shell's own head tags, which the server replaced with the page's.

import type { OwnHead } from '../own-head.ts'

/** Restores title, language and tags. A second call has no effect. */
export function restoreOwnHead(): void {
  for (const tag of document.querySelectorAll('[data-hashbang]')) tag.remove()
  // In the head only: content may have an element with the same id.
  const script = document.head.querySelector('#hashbang-head')
  if (!script) return
  const { lang, tags } = JSON.parse(script.textContent ?? '') as OwnHead
  if (lang !== undefined) document.documentElement.lang = lang
  const own = tags.map(([name, attributes, text]) => {
    if (name === 'title') document.querySelector('title')?.remove()
    const tag = document.createElement(name)
    for (const [attribute, value] of Object.entries(attributes)) tag.setAttribute(attribute, value)
    tag.textContent = text
    return tag
  })
  script.replaceWith(...own)
}
