// Decides which names and attributes of a live tree may be written. Names follow a grammar that
// cannot leave the tag; foreign names must keep their case. Attributes that run script may not.
// https://html.spec.whatwg.org/multipage/parsing.html#adjust-svg-attributes

import { foreignContent } from 'parse5'
import { remembered } from '../diagnostics/runtime/remembered.ts'

export const HTML = 'http://www.w3.org/1999/xhtml'
export const SVG = 'http://www.w3.org/2000/svg'
export const MATHML = 'http://www.w3.org/1998/Math/MathML'

/** The tokenizer ends a name at white space, `/` or `>`, and lower-cases A-Z. */
const ELEMENT = /^[a-z][^\t\n\f\r />A-Z\0]*$/
const SVG_ELEMENT = /^[a-zA-Z][^\t\n\f\r />\0]*$/
/** Also allows `_` and `:` (`_ngcontent-x`, `xlink:href`, `xml:lang`): neither ends a name. */
const ATTRIBUTE = /^[a-z_][a-z0-9._:-]*$/
const FOREIGN_ATTRIBUTE = /^[a-zA-Z_][a-zA-Z0-9._:-]*$/

const { SVG_TAG_NAMES_ADJUSTMENT_MAP: SVG_NAMES } = foreignContent
// Missing in parse5's table: it would lower-case the name.
SVG_NAMES.set('fedropshadow', 'feDropShadow')

export function isElementName(name: string, namespace: string): boolean {
  if (!name.isWellFormed()) return false
  if (namespace !== SVG) return ELEMENT.test(name)
  if (ELEMENT.test(name)) return !SVG_NAMES.has(name)
  return SVG_ELEMENT.test(name) && SVG_NAMES.get(name.toLowerCase()) === name
}

/** Names repeat on every page. */
const namesIn = remembered(64, (namespace) =>
  remembered(4096, (name) => !name.toLowerCase().startsWith('on') && readsBack(name, namespace)),
)

export const isAttributeName = (name: string, namespace: string): boolean =>
  namesIn(namespace)(name)

function readsBack(name: string, namespace: string): boolean {
  if (namespace === HTML) return ATTRIBUTE.test(name)
  if (!FOREIGN_ATTRIBUTE.test(name)) return false
  const token = { attrs: [{ name: name.toLowerCase(), value: '' }] } as unknown as Parameters<
    typeof foreignContent.adjustTokenSVGAttrs
  >[0]
  if (namespace === SVG) foreignContent.adjustTokenSVGAttrs(token)
  else foreignContent.adjustTokenMathMLAttrs(token)
  return token.attrs[0]?.name === name
}

const URLS = new Set(
  'href xlink:href src action formaction data to from by values poster background ping code archive'.split(
    ' ',
  ),
)
const FRAMES = new Set('iframe frame object embed use'.split(' '))
const SCRIPT_URL = /(?:^|;)(?:javascript|vbscript):/i
const DOCUMENT_URL = /^data:/i
// The URL parser strips C0 controls and spaces at the start, and tabs and line ends anywhere.
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const IGNORED = /[\u0000-\u0020]+/g

/** Whether a browser would run this attribute, or show a document from it. */
export function isActive(tag: string, name: string, value: string): boolean {
  if (name === 'srcdoc') return true
  if (!URLS.has(name)) return false
  const colon = value.indexOf(':')
  if (colon < 4) return false
  const url = value.replace(IGNORED, '')
  return SCRIPT_URL.test(url) || (FRAMES.has(tag) && DOCUMENT_URL.test(url))
}

/** Values of `<link>` that load for the page's own code, or navigate, and show nothing. */
const LOADS =
  /^(?:import|preload|prefetch|prerender|modulepreload|preconnect|dns-prefetch|manifest|serviceworker|expect|compression-dictionary)$/i

/**
 * Whether an element affects the whole document or loads something invisible. In a body `<base>`
 * changes every address, `<meta http-equiv>` redirects or sets a policy. Style sheets stay.
 */
export function actsOnDocument(tag: string, read: (name: string) => string | null): boolean {
  if (tag === 'base') return true
  if (tag === 'meta') return read('http-equiv') !== null
  return (
    tag === 'link' &&
    (read('rel') ?? '')
      .trim()
      .split(/\s+/)
      .some((word) => LOADS.test(word))
  )
}

const DATA_SCRIPT = /^(?:application|text)\/(?:[\w.-]+\+)?json$/i

/** Whether a script holds data: JSON and JSON-LD, but no import maps or speculation rules. */
export function isDataScript(type: string | null): boolean {
  return type !== null && DATA_SCRIPT.test(type.trim())
}
