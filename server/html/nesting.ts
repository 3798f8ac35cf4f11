/**
 * Can the parser rebuild this nesting? In: a tag and what is open around it. Out: what is open inside it, and whether the
 * place is suspect: one where the parser may close, move or drop something. Rules that are cheap and err to the side of
 * suspicion; a suspect tree is parsed once more and compared (verify.ts), all others are known to come back as they are.
 * https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-inbody
 */
import { HTML, isElementName, MATHML, SVG } from './names.ts'

const set = (names: string): ReadonlySet<string> => new Set(names.split(' '))

export const VOID = set('area base br col embed hr img input link meta source track wbr')
/** Elements whose text the parser takes as it stands. */
export const RAW = set('style script xmp iframe noembed noframes')
/** Elements that hold text only, in which references work. */
const ESCAPABLE = set('textarea title')
/** Elements that are written by rules of their own. */
const OWN_RULES = set('slot template noscript select option')
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
const NO_TEXT = set('table colgroup thead tbody tfoot tr')

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

const OPENS = new Map([
  ['p', P],
  ['button', BUTTON],
  ['form', FORM],
  ['a', A],
  ['li', LI],
  ['dd', DD],
  ['dt', DD],
])

/** What the rules say of a name: looked up once, as the names of a page are few. */
export interface Kind {
  readonly tag: string
  /** Whether HTML can write it. */
  readonly isName: boolean
  readonly isVoid: boolean
  readonly isRaw: boolean
  readonly isEscapable: boolean
  readonly dropsNewline: boolean
  readonly takesText: boolean
  /** Whether it is written as its tag and what is in it, whatever these are. */
  readonly isPlain: boolean
  /** Whether it may stand in any parent. */
  readonly goesAnywhere: boolean
  readonly parents: ReadonlySet<string> | undefined
  readonly children: ReadonlySet<string> | undefined
  readonly isRare: boolean
  readonly closesP: boolean
  readonly isHeading: boolean
  readonly isScope: boolean
  readonly isSpecial: boolean
  /** What it is once it is open; 0 when it matters to nothing inside. */
  readonly opens: number
}

const kinds = new Map<string, Kind>()
/** The bound is for apps that make names up. */
const MOST_KINDS = 2048

export function kindOf(tag: string): Kind {
  const known = kinds.get(tag)
  if (known !== undefined) return known
  if (kinds.size >= MOST_KINDS) kinds.clear()
  const isName = isElementName(tag, HTML)
  const kind = {
    tag,
    isName,
    isPlain:
      isName && ![VOID, RAW, ESCAPABLE, DROPS_NEWLINE, OWN_RULES].some((one) => one.has(tag)),
    isVoid: VOID.has(tag),
    isRaw: RAW.has(tag),
    isEscapable: ESCAPABLE.has(tag),
    dropsNewline: DROPS_NEWLINE.has(tag),
    takesText: !NO_TEXT.has(tag),
    goesAnywhere: tag === 'template' || tag === 'script',
    parents: PARENTS.get(tag),
    children: CHILDREN.get(tag),
    isRare: RARE.has(tag),
    closesP: CLOSES_P.has(tag),
    isHeading: HEADING.has(tag),
    isScope: SCOPE.has(tag),
    isSpecial: SPECIAL.has(tag),
    opens: OPENS.get(tag) ?? 0,
  }
  kinds.set(tag, kind)
  return kind
}

/** What is open inside an element, with SUSPECT when the parser might not put it where it is. */
export function enter(kind: Kind, namespace: string, open: number, parent: Kind): number {
  const { tag } = kind
  if (namespace !== HTML) {
    const moved = parent.children === undefined ? 0 : SUSPECT
    return moved | enterForeign(tag, namespace, open)
  }
  let next = open
  if (kind.parents !== undefined && !kind.parents.has(parent.tag)) next |= SUSPECT
  if (parent.children !== undefined && !kind.goesAnywhere && !parent.children.has(tag)) {
    next |= SUSPECT
  }
  if (kind.isRare) next |= SUSPECT
  if (kind.closesP && (open & P || (kind.isHeading && parent.isHeading))) next |= SUSPECT
  if (kind.isScope) {
    if (tag === 'button' && open & BUTTON) next |= SUSPECT
    next &= tag === 'button' ? ~P : ~(P | BUTTON)
  }
  const { opens } = kind
  if (kind.isSpecial) {
    if (opens & (LI | DD) && open & opens) next |= SUSPECT
    next &= ~(LI | DD)
  }
  if (tag === 'template') return next & SUSPECT
  if (opens & (FORM | A) && open & opens) next |= SUSPECT
  return next | opens
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
