// Writes XML: text that is safe in an element or a quoted attribute.

import { escapeHtml } from '../../src/html.ts'

// biome-ignore lint/suspicious/noControlCharactersInRegex: XML 1.0 cannot hold them, escaped neither
const NOT_XML = /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g

export const escapeXml = (value: string): string =>
  escapeHtml(value.toWellFormed().replaceAll(NOT_XML, '\ufffd'))

/** An element that holds text. */
export const xmlText = (name: string, value: string): string =>
  `<${name}>${escapeXml(value)}</${name}>`
