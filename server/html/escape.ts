/**
 * How text is written into HTML. In: any string. Out: markup that the parser reads back as that string, with two exceptions
 * that HTML cannot write at all: U+0000 and lone surrogates come back as U+FFFD, as they do from any page.
 * https://html.spec.whatwg.org/multipage/parsing.html#escapingString and #attribute-value-(double-quoted)-state
 */

const TEXT = /[&<>\u00a0\r\0]|[\ud800-\udfff]/
const ATTRIBUTE = /["&<>\u00a0\r\0]|[\ud800-\udfff]/
const EACH = /["&<>\u00a0\r\0]/g

const REFERENCE: Record<string, string> = {
  '"': '&quot;',
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '\u00a0': '&nbsp;',
  // A plain CR is read as LF.
  '\r': '&#13;',
  '\0': '\ufffd',
}

export function escapeText(text: string): string {
  if (!TEXT.test(text)) return text
  return text.toWellFormed().replace(EACH, (c) => (c === '"' ? c : (REFERENCE[c] as string)))
}

export function escapeAttribute(text: string): string {
  if (!ATTRIBUTE.test(text)) return text
  return text.toWellFormed().replace(EACH, (c) => REFERENCE[c] as string)
}

/** Text that the parser takes as it stands: it can only be checked, never escaped. */
export function rawText(text: string): string {
  return text.toWellFormed().replace(/\r\n?/g, '\n').replace(/\0/g, '\ufffd')
}

/** CSS as the text of a `<style>`: what would end the element is written as an escape, which says the same in a string or a URL. */
export const styleRaw = (css: string): string => rawText(css).replace(/<(?=\/style)/gi, '\\3c ')
