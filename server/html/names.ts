// Decides which names and attributes may be written: names that the parser reads back, and
// attributes that run no script.
// https://html.spec.whatwg.org/multipage/parsing.html#adjust-svg-attributes

import { foreignContent } from 'parse5'
import { memoized } from '../diagnostics/runtime/memoized.ts'

export const HTML = 'http://www.w3.org/1999/xhtml'
export const SVG = 'http://www.w3.org/2000/svg'
export const MATHML = 'http://www.w3.org/1998/Math/MathML'

/** The tokenizer ends a name at white space, `/` or `>`, and lower-cases A-Z. */
const ELEMENT = /^[a-z][^\t\n\f\r />A-Z\0]*$/
const SVG_ELEMENT = /^[a-zA-Z][^\t\n\f\r />\0]*$/
/** With `_` and `:` (`_ngcontent-x`, `xlink:href`), which do not end a name. */
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

const namesIn = memoized(64, (namespace) =>
  memoized(4096, (name) => !name.toLowerCase().startsWith('on') && readsBack(name, namespace)),
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
// The URL parser strips these, some of them only at the start.
// biome-ignore lint/suspicious/noControlCharactersInRegex: matches control characters
const IGNORED = /[\u0000-\u0020]+/g

/** Whether a browser runs this attribute, or shows a document from it. */
export function isActive(tag: string, name: string, value: string): boolean {
  if (name === 'srcdoc') return true
  if (!URLS.has(name)) return false
  const colon = value.indexOf(':')
  if (colon < 4) return false
  const url = value.replace(IGNORED, '')
  return SCRIPT_URL.test(url) || (FRAMES.has(tag) && DOCUMENT_URL.test(url))
}

const LOADS =
  /^(?:import|preload|prefetch|prerender|modulepreload|preconnect|dns-prefetch|manifest|serviceworker|expect|compression-dictionary)$/i

/** Whether it affects the whole document or loads something invisible. */
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

export function isDataScript(type: string | null): boolean {
  return type !== null && DATA_SCRIPT.test(type.trim())
}
