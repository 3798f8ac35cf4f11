// The headings of a document: their ids, as GitHub makes them.

/** Creates the function that returns the id of the next heading of a document. */
export function headingIds(): (title: string) => string {
  const used = new Map<string, number>()
  return (title) => {
    const id = title
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-')
    const count = used.get(id) ?? 0
    used.set(id, count + 1)
    return count === 0 ? id : `${id}-${count}`
  }
}

/** A heading as the list "On this page" shows it. */
export interface Heading {
  readonly level: number
  readonly id: string
  /** HTML. */
  readonly title: string
}
