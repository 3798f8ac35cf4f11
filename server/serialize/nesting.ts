/**
 * Can the parser rebuild this nesting? In: a tag and what is open around it. Out: what is open inside it, and whether the
 * place is suspect: one where the parser may close, move or drop something. Rules that are cheap and err to the side of
 * suspicion; a suspect tree is parsed once more and compared (verify.ts), all others are known to come back as they are.
 * https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-inbody
 */
import { HTML, MATHML, SVG } from './names.ts'

const set = (names: string): ReadonlySet<string> => new Set(names.split(' '))

export const VOID = set('area base br col embed hr img input link meta source track wbr')
/** Elements whose text the parser takes as it stands. */
export const RAW = set('style script xmp iframe noembed noframes')
/** Elements that hold text only, in which references work. */
export const ESCAPABLE = set('textarea title')
/** Elements after whose start tag one line feed is dropped. */
export const DROPS_NEWLINE = set('pre listing textarea')

const CLOSES_P = set(
  'address article aside blockquote center dd details dialog dir div dl dt fieldset figcaption figure footer form h1 h2 h3 ' +
    'h4 h5 h6 header hgroup hr li listing main menu nav ol p pre search section summary table ul xmp',
)
const HEADING = set('h1 h2 h3 h4 h5 h6')
const SCOPE = set('caption table td th template object button')
/** A list item is looked for past these and past what is not special; any other special element hides it. */
const SPECIAL = set(
  'article aside blockquote button caption center colgroup dd details dir dl dt fieldset figcaption figure footer form h1 h2 ' +
    'h3 h4 h5 h6 header hgroup li listing main menu nav object ol pre search section select summary table tbody td template ' +
    'tfoot th thead tr ul',
)
const RARE = set(
  'applet basefont bgsound body frame frameset head html image isindex keygen marquee nobr noscript param plaintext rb rtc ' +
    'selectedcontent',
)
/** Where these may stand, and what these may hold. */
const PARENTS = new Map<string, ReadonlySet<string>>([
  ['caption', set('table')],
  ['colgroup', set('table')],
  ['thead', set('table')],
  ['tbody', set('table')],
  ['tfoot', set('table')],
  ['col', set('colgroup')],
  ['tr', set('thead tbody tfoot')],
  ['td', set('tr')],
  ['th', set('tr')],
  ['rt', set('ruby')],
  ['rp', set('ruby')],
])
const CHILDREN = new Map<string, ReadonlySet<string>>([
  ['table', set('caption colgroup thead tbody tfoot')],
  ['colgroup', set('col')],
  ['thead', set('tr')],
  ['tbody', set('tr')],
  ['tfoot', set('tr')],
  ['tr', set('td th')],
  ['select', set('option optgroup hr')],
  ['optgroup', set('option')],
  ['option', set('')],
])
/** In these even text is moved away, unless it is white space. */
export const NO_TEXT = set('table colgroup thead tbody tfoot tr')

const SVG_HTML = set('foreignObject desc title')
const BREAKS_OUT = set(
  'b big blockquote body br center code dd div dl dt em embed font h1 h2 h3 h4 h5 h6 head hr i img li listing menu meta nobr ' +
    'ol p pre ruby s small span strong strike sub sup table tt u ul var',
)

const P = 1
const BUTTON = 2
const FORM = 4
const A = 8
const LI = 16
const DD = 32
/** Not an open element but an answer: look again. */
export const SUSPECT = 64

/** What is open inside `tag`, with SUSPECT when the parser might not put it where it is. */
export function enter(tag: string, namespace: string, open: number, parent: string): number {
  if (namespace !== HTML) return enterForeign(tag, namespace, open)
  const parents = PARENTS.get(tag)
  const children = CHILDREN.get(parent)
  let next = open
  if (parents && !parents.has(parent)) next |= SUSPECT
  if (children && !children.has(tag) && tag !== 'template' && tag !== 'script') next |= SUSPECT
  if (RARE.has(tag)) next |= SUSPECT
  if (CLOSES_P.has(tag)) {
    if (open & P) next |= SUSPECT
    if (HEADING.has(tag) && HEADING.has(parent)) next |= SUSPECT
  }
  if (SCOPE.has(tag)) {
    if (tag === 'button' && open & BUTTON) next |= SUSPECT
    next &= tag === 'button' ? ~P : ~(P | BUTTON)
  }
  if (SPECIAL.has(tag)) {
    if (tag === 'li' && open & LI) next |= SUSPECT
    if ((tag === 'dd' || tag === 'dt') && open & DD) next |= SUSPECT
    next &= ~(LI | DD)
  }
  switch (tag) {
    case 'p':
      return next | P
    case 'button':
      return next | BUTTON
    case 'li':
      return next | LI
    case 'dd':
    case 'dt':
      return next | DD
    case 'form':
      return open & FORM ? next | SUSPECT : next | FORM
    case 'a':
      return open & A ? next | SUSPECT : next | A
    case 'template':
      return next & SUSPECT
  }
  return next
}

function enterForeign(tag: string, namespace: string, open: number): number {
  if (BREAKS_OUT.has(tag)) return open | SUSPECT
  // HTML inside SVG starts afresh; inside MathML it is rare enough to be looked at again.
  return namespace === SVG && SVG_HTML.has(tag) ? open & (SUSPECT | FORM | A) : open
}

/** MathML that holds text, and so HTML. */
const MATH_TEXT = set('mi mo mn ms mtext')

/** The namespace that the parser gives to a child, or null where it depends on more than the two names. */
export function namespaceOf(tag: string, parent: string, parentNamespace: string): string | null {
  const holdsHtml =
    parentNamespace === HTML ||
    (parentNamespace === SVG && SVG_HTML.has(parent)) ||
    (parentNamespace === MATHML && MATH_TEXT.has(parent) && !/^(?:mglyph|malignmark)$/.test(tag))
  if (holdsHtml) return tag === 'svg' ? SVG : tag === 'math' ? MATHML : HTML
  if (parentNamespace === MATHML && parent === 'annotation-xml') return tag === 'svg' ? SVG : null
  return parentNamespace
}
