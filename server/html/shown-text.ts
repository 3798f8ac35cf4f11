// Measures the visible text of serialized HTML, where `<` and `>` only delimit tags, without a
// tree. Counts declarative shadow trees.

import { contentHash } from '../diagnostics/runtime/hash.ts'
import { VOID } from './nesting.ts'
import { UNRENDERED, VISIBLE } from './rendering.ts'

const NAMES = [...UNRENDERED].filter((name) => !VOID.has(name)).join('|')
const HIDDEN = new RegExp(`<(${NAMES})(?! shadowrootmode=)(?=[ >]).*?</\\1`, 'gs')

export function textLength(html: string): number {
  let length = 0
  for (const [, text = ''] of html.replace(HIDDEN, '<').matchAll(/(?:^|>)([^<]+)/g))
    if (/\S/.test(text)) length += text.length
  return length
}

export function contentKey(html: string): string {
  const body = html.slice(Math.max(0, html.indexOf('<body'))).replace(HIDDEN, '<')
  const shown =
    body.match(/(?<=>)[^<]*[^<\s][^<]*|\s(?:src|srcset|data|value|d|points)="[^"]*"/g) ?? []
  return shown.length > 0 ? contentHash(shown.join(' ').replace(/\s+/g, ' ')) : ''
}

const CONTENT = new RegExp(`<(?:${[...VISIBLE].join('|')})\\b`)

/** Hidden elements, tags and space. */
const UNSEEN = new RegExp(`${HIDDEN.source}[^>]*>|<[^>]*>|\\s+`, 'sy')

/** Reads up to the first text, which most pages begin with. */
function hasText(html: string): boolean {
  let position = 0
  for (;;) {
    UNSEEN.lastIndex = position
    if (!UNSEEN.test(html)) return position < html.length
    position = UNSEEN.lastIndex
  }
}

export const showsNothing = (html: string): boolean => !hasText(html) && !CONTENT.test(html)

export const NOTHING = 'The page shows nothing: it has neither text nor an image or a control'
