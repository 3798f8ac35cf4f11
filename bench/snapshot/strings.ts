// The page as template strings, escaped by hand: less work than this cannot make it.
import type { PageData } from './data.ts'

const REPLACED: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
}

const escaped = (value: string | number): string =>
  String(value).replace(/[&<>"]/g, (character) => REPLACED[character] as string)

/** `item` is the tag of an item: a custom element, or one that needs no DOM. */
export function pageText(data: PageData, item: string): string {
  return `<nav>${data.links.map(({ href, label }) => `<a href="${escaped(href)}">${escaped(label)}</a>`).join('')}</nav>
<main>
<article><h1>${escaped(data.title)}</h1>${data.paragraphs.map((text) => `<p>${escaped(text)}</p>`).join('')}</article>
<ul>${data.items
    .map(
      ({ name, price, text, chosen }) =>
        `<li><${item} name="${escaped(name)}" price="${price}"${chosen && item !== 'section' ? ' chosen' : ''}>${escaped(text)}</${item}></li>`,
    )
    .join('')}</ul>
<table><tbody>${data.rows.map((row) => `<tr>${row.map((cell) => `<td>${escaped(cell)}</td>`).join('')}</tr>`).join('')}</tbody></table>
</main>`
}
