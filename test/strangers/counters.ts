/**
 * Libraries count ids from page to page of a thread: another thread gives the same element another number. In: the HTML of a
 * page. Out: the same with its ids, and what refers to them, numbered by their order on the page; two pages that differ in such
 * numbers alone come out the same, and one whose references lead elsewhere does not.
 */

const GIVEN = / (?:id|slot|name)="([^"]*\d[^"]*)"/g
const ATTRIBUTE = /( [^\s"=<>]+=")([^"]*)(")/g

/** Numbers the ids of a page anew. */
export function numberIds(html: string): string {
  const names = new Map<string, string>()
  const counts = new Map<string, number>()
  for (const [, id = ''] of html.matchAll(GIVEN)) {
    if (names.has(id)) continue
    const shape = id.replace(/\d+/g, '#')
    const count = counts.get(shape) ?? 0
    counts.set(shape, count + 1)
    names.set(id, `${shape}${count}`)
  }
  const rename = (word: string): string => names.get(word) ?? word
  return html.replace(ATTRIBUTE, (_, name: string, value: string, end: string) => {
    return name + value.replace(/[^\s()#]+/g, rename) + end
  })
}
