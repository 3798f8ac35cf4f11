// Makes a document's head say what the page says, and puts back what it said before.
// In: a page's head and URL. Out: changed tags. Tags that the app put there itself are changed in place
// and restored; nothing else of the head is touched.

import { type Head, type HeadTag, headTags } from '../head.ts'

/** Owns the head of a document while pages are shown in it. */
export interface DocumentHead {
  /**
   * Shows a page's head.
   *
   * @param url The page's pretty URL, absolute.
   * @param fragment Whether the document's URL has a fragment: then the fragment tag must not be there
   *   (specification, "Pages without hash fragments").
   */
  show(head: Head, url: string, fragment: boolean): void
  /** Puts the head back as it was. */
  restore(): void
}

/** Takes over a document's head. */
export function documentHead(document: Document): DocumentHead {
  // Read with the first page: until then they may be those of a page that the server has sent.
  let title: string | undefined
  let lang: string | undefined
  const fragmentTag = document.head.querySelector('meta[name="fragment"]')
  let undo: (() => void)[] = []

  const put = ({ name, attributes, text }: HeadTag) => {
    if (name === 'title') {
      document.title = text ?? ''
      return
    }
    const selector = identity(name, attributes)
    const existing = selector === null ? null : document.head.querySelector(selector)
    if (existing === null) {
      const tag = document.createElement(name)
      setAttributes(tag, attributes)
      document.head.append(tag)
      undo.push(() => tag.remove())
      return
    }
    const before = Object.fromEntries(
      [...existing.attributes].map(({ name, value }) => [name, value]),
    )
    setAttributes(existing, attributes)
    undo.push(() => {
      for (const name of existing.getAttributeNames()) existing.removeAttribute(name)
      setAttributes(existing, before)
    })
  }

  const clear = () => {
    for (const one of undo.reverse()) one()
    undo = []
  }
  const setLang = (value: string | undefined) =>
    value
      ? document.documentElement.setAttribute('lang', value)
      : document.documentElement.removeAttribute('lang')
  const putFragmentTag = () =>
    fragmentTag && !fragmentTag.isConnected && document.head.append(fragmentTag)

  return {
    show(head, url, fragment) {
      clear()
      title ??= document.title
      lang ??= document.documentElement.lang
      if (head.title === undefined) document.title = title
      for (const tag of headTags(head, url)) put(tag)
      setLang(head.lang ?? lang)
      if (fragment) fragmentTag?.remove()
      else putFragmentTag()
    },
    restore() {
      clear()
      if (title === undefined) return
      setLang(lang)
      document.title = title
      putFragmentTag()
    },
  }
}

// By what a tag of which there is one a page is found; null for those of which there may be many.
function identity(name: string, attributes: Readonly<Record<string, string>>): string | null {
  for (const key of name === 'link' ? ['rel'] : ['name', 'property', 'http-equiv']) {
    const value = attributes[key]
    if (value !== undefined && (name === 'meta' || value === 'canonical')) {
      return `${name}[${key}="${CSS.escape(value)}"]`
    }
  }
  return null
}

function setAttributes(element: Element, attributes: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value)
}
