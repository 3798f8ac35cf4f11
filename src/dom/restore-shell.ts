// Gives the shell its own title, language, tags and links again, which the server replaced by those
// of the page. The router does so, and the program in the page of the empty state.

import { KEPT_LINK, OWN_HEAD, PAGE_TAG } from '../sent-mark.ts'

/** The shell's tags that the server replaced: as JSON, because crawlers would read elements. */
export interface OwnHead {
  /** The language of the shell, if the page has another. */
  readonly lang?: string
  readonly tags: readonly (readonly [
    name: string,
    attributes: readonly (readonly [name: string, value: string])[],
    text: string,
  ])[]
}

/** A second call has no effect. */
export function restoreOwnHead(): void {
  for (const tag of document.querySelectorAll(`[${PAGE_TAG}]`)) tag.remove()
  // In the head only: content may have an element with the same id.
  const script = document.head.querySelector<HTMLScriptElement>(`#${OWN_HEAD}`)
  if (!script) return
  const { lang, tags } = JSON.parse(script.text) as OwnHead
  if (lang !== undefined) document.documentElement.lang = lang
  const ownTags = tags.map(([name, attributes, content]) => {
    if (name === 'title') document.querySelector(name)?.remove()
    const tag = document.createElement(name)
    for (const [attribute, value] of attributes) tag.setAttribute(attribute, value)
    tag.append(content)
    return tag
  })
  script.replaceWith(...ownTags)
}

/** Same-origin URLs only: content may hold forged ones. */
export function restoreLinks(): void {
  for (const name of ['href', 'xlink:href', 'action', 'formaction']) {
    const stored = KEPT_LINK + name
    for (const element of document.querySelectorAll(`[${CSS.escape(stored)}]`)) {
      const original = element.getAttribute(stored) as string
      element.removeAttribute(stored)
      if (URL.canParse(original, document.URL) && new URL(original, document.URL).origin === origin)
        element.setAttribute(name, original)
    }
  }
}
