// Escapes text for HTML. The parser reads back the same string, except U+0000 and lone surrogates,
// which HTML cannot write: they become U+FFFD.
// https://html.spec.whatwg.org/multipage/parsing.html#escapingString

const TEXT = /[&<>\u00a0\r\0]|[\ud800-\udfff]/
const ATTRIBUTE = /["&<>\u00a0\r\0]|[\ud800-\udfff]/
const EACH = /["&<>\u00a0\r\0]/g

const REFERENCE: Record<string, string> = {
  '"': '&quot;',
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '\u00a0': '&nbsp;',
  // The parser reads a plain CR as LF.
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

/** Checks raw text, which cannot be escaped. */
export function rawText(text: string): string {
  return text.toWellFormed().replace(/\r\n?/g, '\n').replace(/\0/g, '\ufffd')
}

/** Writes CSS as the text of a `<style>`. The escape means the same in a string or a URL. */
export const styleRaw = (css: string): string => rawText(css).replace(/<(?=\/style)/gi, '\\3c ')
