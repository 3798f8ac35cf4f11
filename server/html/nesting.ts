// Decides for the serializer whether the parser may close, move or drop something at this place. A
// suspect tree is parsed again and compared, so suspicion is safe.
// https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-inbody

import { memoized } from '../diagnostics/runtime/memoized.ts'
import { HTML, isElementName, MATHML, SVG } from './names.ts'
import { FLOW_BLOCKS, HEADINGS } from './rendering.ts'

const set = (names: string): ReadonlySet<string> => new Set(names.split(' '))

export const VOID = set('area base br col embed hr img input link meta source track wbr')
export const RAW = set('style script xmp iframe noembed noframes')
const ESCAPABLE = set('textarea title')
const OWN_RULES = set('slot template noscript select option')
/** The parser drops a line feed after these start tags. */
export const DROPS_NEWLINE = set('pre listing textarea')

const SCOPE = set('caption table td th template object button')
/** Elements that end the search for an open `<li>`, `<dd>` or `<dt>`. */
const SPECIAL: ReadonlySet<string> = new Set([
  ...set('button caption colgroup object select tbody td template tfoot th thead tr'),
  ...[...FLOW_BLOCKS].filter((tag) => !['address', 'dialog', 'div', 'p'].includes(tag)),
])
const RARE = set(
  'applet basefont bgsound body frame frameset head html image isindex keygen marquee nobr noscript param plaintext rb rtc ' +
    'selectedcontent',
)

/** A set of names for each name of a key. */
const sets = (names: Readonly<Record<string, string>>): ReadonlyMap<string, ReadonlySet<string>> =>
  new Map(
    Object.entries(names).flatMap(([keys, values]) =>
      keys.split(' ').map((key) => [key, set(values)] as const),
    ),
  )

const PARENTS = sets({
  'caption colgroup thead tbody tfoot': 'table',
  col: 'colgroup',
  tr: 'thead tbody tfoot',
  'td th': 'tr',
  'rt rp': 'ruby',
})
const CHILDREN = sets({
  table: 'caption colgroup thead tbody tfoot',
  colgroup: 'col',
  'thead tbody tfoot': 'tr',
  tr: 'td th',
  select: 'option optgroup hr',
  optgroup: 'option',
  option: '',
})
/** The parser moves even text out of these, except white space. */
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
/** A flag of the result: parse again. */
export const SUSPECT = 64

const OPENS = new Map(
  Object.entries({ p: P, button: BUTTON, form: FORM, a: A, li: LI, dd: DD, dt: DD }),
)

export type Kind = ReturnType<typeof createKind>

function createKind(tag: string) {
  const isName = isElementName(tag, HTML)
  return {
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
    closesP: FLOW_BLOCKS.has(tag),
    isHeading: HEADINGS.has(tag),
    isScope: SCOPE.has(tag),
    isSpecial: SPECIAL.has(tag),
    opens: OPENS.get(tag) ?? 0,
  }
}

export const kindOf: (tag: string) => Kind = memoized(2048, createKind)

/** The open elements inside an element, with SUSPECT if the parser might move it. */
export function enter(kind: Kind, namespace: string, open: number, parent: Kind): number {
  const { tag } = kind
  if (namespace !== HTML) {
    const moved = parent.children === undefined ? 0 : SUSPECT
    return moved | enterForeign(tag, namespace, open)
  }
  let next = open
  if (kind.parents !== undefined && !kind.parents.has(parent.tag)) next |= SUSPECT
  if (parent.children !== undefined && !kind.goesAnywhere && !parent.children.has(tag))
    next |= SUSPECT
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
  // HTML inside SVG starts afresh; inside MathML it is too rare for a rule.
  return namespace === SVG && SVG_HTML.has(tag) ? open & (SUSPECT | FORM | A) : open
}

/** MathML elements that hold text, and so HTML. */
const MATH_TEXT = set('mi mo mn ms mtext')

/** The child's namespace, or null if it depends on more than the two names. */
export function namespaceOf(tag: string, parent: string, parentNamespace: string): string | null {
  const holdsHtml =
    parentNamespace === HTML ||
    (parentNamespace === SVG && SVG_HTML.has(parent)) ||
    (parentNamespace === MATHML && MATH_TEXT.has(parent) && !/^(?:mglyph|malignmark)$/.test(tag))
  if (holdsHtml) return tag === 'svg' ? SVG : tag === 'math' ? MATHML : HTML
  if (parentNamespace === MATHML && parent === 'annotation-xml') return tag === 'svg' ? SVG : null
  return parentNamespace
}

const START_TAG =
  /<([a-z][a-z0-9]*)((?:\s+(?!on|is[\s=>]|srcdoc|shadowroot|http-equiv)[a-z][a-z0-9-]*(?:="[^"<>]*")?)*)\s*>/y
const NOT_PLAIN = new Set(
  (
    'applet base body embed frame frameset head html iframe image link listing marquee math meta nobr noembed noframes ' +
    'noscript object param plaintext script style svg template title xmp'
  ).split(' '),
)
// The URL parser drops line ends and tabs, and references could hide a letter.
const RUNS = /s\s*c\s*r\s*i\s*p\s*t\s*:|&(?!amp;|quot;|lt;|gt;|#39;)/i

/**
 * Whether html needs no DOM: only closed, well-nested plain elements, without scripts. In doubt,
 * false.
 */
export function isPlain(html: string): boolean {
  const open: string[] = []
  for (
    let position = html.indexOf('<');
    position >= 0;
    position = html.indexOf('<', position + 1)
  ) {
    if (html[position + 1] === '/') {
      const tag = open.pop()
      if (tag === undefined || !html.startsWith(`${tag}>`, position + 2)) return false
      continue
    }
    START_TAG.lastIndex = position
    const [, tag = '', attributes = ''] = START_TAG.exec(html) ?? []
    if (tag === '' || NOT_PLAIN.has(tag) || (attributes && RUNS.test(attributes))) return false
    if (!VOID.has(tag)) open.push(tag)
  }
  return open.length === 0
}
