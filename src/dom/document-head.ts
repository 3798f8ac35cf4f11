// Sets a document's head to the page's, and restores it. Leaves all other tags alone.

import { type Head, type HeadTag, headTags } from '../head.ts'

export function documentHead(document: Document) {
  // Read with the first page: until then the title may be the server's.
  let title: string | undefined
  let lang: string | undefined
  const fragmentTag = document.head.querySelector('meta[name="fragment"]')
  let undo: (() => void)[] = []

  const clear = () => {
    for (const restore of undo.reverse()) restore()
    undo = []
  }
  const setLang = (value: string | undefined) =>
    value
      ? document.documentElement.setAttribute('lang', value)
      : document.documentElement.removeAttribute('lang')
  const putFragmentTag = () =>
    fragmentTag && !fragmentTag.isConnected && document.head.append(fragmentTag)

  return {
    /**
     * @param url The page's canonical URL, absolute; undefined for an error.
     * @param fragment Whether the document's URL has a fragment: then no fragment tag is allowed.
     */
    show(head: Head, url: string | undefined, fragment: boolean): void {
      clear()
      title ??= document.title
      lang ??= document.documentElement.lang
      document.title = head.title ?? title
      for (const tag of headTags(head, url))
        if (tag.name !== 'title') undo.push(putTag(document, tag))
      setLang(head.lang ?? lang)
      if (fragment) fragmentTag?.remove()
      else putFragmentTag()
    },
    restore(): void {
      clear()
      if (title === undefined) return
      setLang(lang)
      document.title = title
      putFragmentTag()
    },
  }
}

/** Adds a tag or changes the existing one. Returns a function that undoes it. */
function putTag(document: Document, { name, attributes }: HeadTag): () => void {
  const selector = identity(name, attributes)
  const existing = selector === null ? null : document.head.querySelector(selector)
  if (existing === null) {
    const tag = document.createElement(name)
    setAttributes(tag, attributes)
    document.head.append(tag)
    return () => tag.remove()
  }
  const before = Object.fromEntries(
    [...existing.attributes].map(({ name, value }) => [name, value]),
  )
  setAttributes(existing, attributes)
  return () => {
    for (const name of existing.getAttributeNames()) existing.removeAttribute(name)
    setAttributes(existing, before)
  }
}

// The key of a tag that a page has once; null for repeatable tags.
function identity(name: string, attributes: Readonly<Record<string, string>>): string | null {
  for (const key of name === 'link' ? ['rel'] : ['name', 'property', 'http-equiv']) {
    const value = attributes[key]
    if (value !== undefined && (name === 'meta' || value === 'canonical'))
      return `${name}[${key}="${CSS.escape(value)}"]`
  }
  return null
}

function setAttributes(element: Element, attributes: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value)
}
