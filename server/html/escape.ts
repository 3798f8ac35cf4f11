// Escapes text for HTML and XML. The parser reads back the same string, with U+FFFD for characters
// that the language cannot write.
// https://html.spec.whatwg.org/multipage/parsing.html#escapingString

import { escapeHtml } from '../../src/html.ts'

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

export function rawText(text: string): string {
  return text.toWellFormed().replace(/\r\n?/g, '\n').replace(/\0/g, '\ufffd')
}

/** The text of a `<style>`. */
export const styleRaw = (css: string): string => rawText(css).replace(/<(?=\/style)/gi, '\\3c ')

// biome-ignore lint/suspicious/noControlCharactersInRegex: XML 1.0 has no form for them
const NOT_XML = /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g

export const escapeXml = (value: string): string =>
  escapeHtml(value.toWellFormed().replaceAll(NOT_XML, '\ufffd'))

export const xmlText = (name: string, value: string): string =>
  `<${name}>${escapeXml(value)}</${name}>`
