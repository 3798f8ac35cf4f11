// Lists the head tags of a page, for the browser's document and the server's snapshot.

/** The result of a route's `head`. A child route's fields win. */
export interface Head {
  /** Title of the document and of link previews. Default: that of index.html. */
  readonly title?: string
  /** For `<meta name="description">` and link previews. */
  readonly description?: string
  /** For `<html lang>`. */
  readonly lang?: string
  /** For `<meta name="robots">`, such as `noindex`. */
  readonly robots?: string
  /** Absolute URL of a picture for link previews. */
  readonly image?: string
  /**
   * Absolute canonical URL. Default: the page's pretty URL, path or readable address; none for a
   * page with a status of 400 or more.
   */
  readonly canonical?: string
  /** More `<meta>` tags, as attributes. */
  readonly meta?: readonly Readonly<Record<string, string>>[]
  /** More `<link>` tags, as attributes. */
  readonly link?: readonly Readonly<Record<string, string>>[]
}

export interface HeadTag {
  readonly name: 'title' | 'meta' | 'link'
  readonly attributes: Readonly<Record<string, string>>
  readonly text?: string
}

/** Joins the heads of a page's levels, outermost first. */
export const joinHeads = (heads: readonly Head[]): Head =>
  heads.reduce<Record<string, unknown>>((joined, head) => {
    for (const [key, value] of Object.entries(head)) {
      if (value instanceof Object)
        joined[key] = [joined[key] ?? [], value].flat().filter((one) => one)
      else if (value !== undefined) joined[key] = value
    }
    return joined
  }, {})

/**
 * Returns the tags of a head. @param url The page's canonical URL by its scheme, absolute;
 * undefined: none, because the page is an error.
 */
export function headTags(head: Head, url: string | undefined): HeadTag[] {
  const canonical = head.canonical ?? url
  const meta = (attributes: Record<string, string>): HeadTag => ({ name: 'meta', attributes })
  const link = (attributes: Readonly<Record<string, string>>): HeadTag => ({
    name: 'link',
    attributes,
  })
  const named = (name: string, content: string | undefined, key = 'name') =>
    content === undefined ? [] : [meta({ [key]: name, content })]
  const graph = (name: string, content: string | undefined) =>
    named(`og:${name}`, content, 'property')
  return [
    ...(head.title === undefined
      ? []
      : [{ name: 'title', attributes: {}, text: head.title } as const]),
    ...named('description', head.description),
    ...named('robots', head.robots),
    ...(canonical ? [link({ rel: 'canonical', href: canonical })] : []),
    ...graph('title', head.title),
    ...graph('description', head.description),
    ...graph('image', head.image),
    ...graph('url', canonical),
    ...(head.meta?.map?.(meta) ?? []),
    ...(head.link?.map?.(link) ?? []),
  ]
}
