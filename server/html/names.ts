/**
 * Which names and attributes may be written. In: names and values of a live tree. Out: the name as the parser will read it,
 * or null. Names are told from a grammar that cannot leave the tag it stands in, and foreign names only if the parser gives
 * them back in the same case. A snapshot never runs script, so attributes that could are left out: event handlers, `srcdoc`,
 * and URLs of the kinds that run. https://html.spec.whatwg.org/multipage/parsing.html#adjust-svg-attributes
 */
import { foreignContent } from 'parse5'

export const HTML = 'http://www.w3.org/1999/xhtml'
export const SVG = 'http://www.w3.org/2000/svg'
export const MATHML = 'http://www.w3.org/1998/Math/MathML'

/** What the tokenizer takes for one name as it stands: it ends at white space, `/` or `>`, and turns A-Z into a-z. */
const ELEMENT = /^[a-z][^\t\n\f\r />A-Z\0]*$/
const SVG_ELEMENT = /^[a-zA-Z][^\t\n\f\r />\0]*$/
/** Wider by `_` and `:` (`_ngcontent-x`, `xlink:href`, `xml:lang`): neither ends a name. */
const ATTRIBUTE = /^[a-z_][a-z0-9._:-]*$/
const FOREIGN_ATTRIBUTE = /^[a-zA-Z_][a-zA-Z0-9._:-]*$/

const { SVG_TAG_NAMES_ADJUSTMENT_MAP: SVG_NAMES } = foreignContent
// The standard's table has it, parse5's lacks it: its parser would leave the name in lower case.
SVG_NAMES.set('fedropshadow', 'feDropShadow')

/** Is it an element name that the parser reads as it is written, in that namespace? */
export function isElementName(name: string, namespace: string): boolean {
  if (!name.isWellFormed()) return false
  if (namespace !== SVG) return ELEMENT.test(name)
  if (ELEMENT.test(name)) return !SVG_NAMES.has(name)
  return SVG_ELEMENT.test(name) && SVG_NAMES.get(name.toLowerCase()) === name
}

/** Names are few and come again on every page; the bound is for apps that make them up. */
const verdicts = new Map<string, boolean>()
const MOST_VERDICTS = 4096

export function isAttributeName(name: string, namespace: string): boolean {
  const key = namespace === HTML ? name : `${namespace} ${name}`
  const known = verdicts.get(key)
  if (known !== undefined) return known
  const verdict = !name.toLowerCase().startsWith('on') && readsBack(name, namespace)
  if (verdicts.size >= MOST_VERDICTS) verdicts.clear()
  verdicts.set(key, verdict)
  return verdict
}

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

/** Would a browser run this attribute, or show a document of its own making? */
export function isActive(tag: string, name: string, value: string): boolean {
  if (name === 'srcdoc') return true
  if (!URLS.has(name)) return false
  const colon = value.indexOf(':')
  if (colon < 4) return false
  const url = value.replace(IGNORED, '')
  return SCRIPT_URL.test(url) || (FRAMES.has(tag) && DOCUMENT_URL.test(url))
}

/** Of `<link>`: what is fetched for the page's own code, or moves the reader's browser, and shows nothing. */
const LOADS =
  /^(?:import|preload|prefetch|prerender|modulepreload|preconnect|dns-prefetch|manifest|serviceworker|expect|compression-dictionary)$/i

/**
 * Would an element act on all of the document, or load what the page does not show? In a body `<base>` turns every address
 * into another, `<meta http-equiv>` sends the reader away or sets a policy. Style sheets are what is shown, and stay.
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

/** Scripts that hold data, for readers of the page: JSON and JSON-LD, but no import maps or speculation rules. */
export function isDataScript(type: string | null): boolean {
  return type !== null && DATA_SCRIPT.test(type.trim())
}
