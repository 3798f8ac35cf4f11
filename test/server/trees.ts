/**
 * Trees to try a serializer with: sane pages, and wild ones that no parser makes. As plain values;
 * see fixtures/engine/trees.
 */
import fc from 'fast-check'
import type { Tree } from '../fixtures/engine/trees.ts'

const PIECES = [
  ...['a', ' ', '\n', '<', '>', '&', '"', "'", '=', '`', 'ä', '\r', '\r\n', '\0'],
  ...['\u00a0', '\u2028'],
  ...['\ud800', '😀', '&amp;', '&nbsp', '</p>', '<b>', '<!--', '-->', ']]>'],
]

const text = fc.array(fc.constantFrom(...PIECES), { maxLength: 5 }).map((parts) => parts.join(''))

const attributes = fc.dictionary(
  fc.constantFrom('id', 'class', 'title', 'data-x', 'aria-label', 'lang', '_ngcontent-c1', 'slot'),
  fc.oneof(text, fc.constantFrom('', 'a', 'b')),
  { maxKeys: 3 },
)

const words = (line: string): string[] => line.split(' ')
const FLOW = words('div section ul ol dl blockquote article details main')
const PHRASE = words('span b em code label small x-el ruby q')
const VOID = words('br hr img input wbr')
const TABLE = words('table caption colgroup col thead tbody tfoot tr td th')
const TEXT = words('textarea title style xmp pre listing iframe noframes noembed')
const ODD = words(
  "form a button o:p john@mail.test it's emotion-😍 p h1 h2 li dd dt option optgroup select template slot summary object " +
    'center nobr marquee applet font menu rt rp rb rtc frameset head body html plaintext image param fieldset legend search ' +
    'dialog address video source picture meta link audio svg math tt strike big u i s strong selectedcontent',
)
const SVG = words(
  'svg g path linearGradient foreignObject title desc text style a font p b image script2 lineargradient',
)
const MATH = words('math mi mo mtext mrow annotation-xml ms mglyph malignmark p')

type Trees = fc.Arbitrary<Tree[]>

const several = (tree: fc.Arbitrary<Tree>, maxLength = 3): Trees =>
  fc.array(tree, { maxLength, depthIdentifier: 'tree' })

const branch = (tags: readonly string[], children: Trees, ns?: 'svg' | 'math') =>
  fc.record({
    tag: fc.constantFrom(...tags),
    attributes,
    children,
    ...(ns ? { ns: fc.constant(ns) } : {}),
  })

const slot = (tree: fc.Arbitrary<Tree>) =>
  fc.record({
    tag: fc.constant('slot'),
    attributes: fc.constantFrom<Record<string, string>>(
      {},
      { name: 'a' },
      { name: 'b', slot: 'a' },
    ),
    children: several(tree, 2),
  })

const host = (tree: fc.Arbitrary<Tree>) =>
  fc.record({
    tag: fc.constantFrom('x-host', 'div', 'section'),
    attributes,
    children: several(tree),
    shadow: fc.record({
      mode: fc.constantFrom('open' as const, 'closed' as const),
      children: several(fc.oneof(tree, slot(tree))),
    }),
  })

const none = fc.constant<Tree[]>([])
const one = text.map((word) => [word])

const { wild, sane } = fc.letrec<{ phrase: Tree; sane: Tree; wild: Tree }>((tie) => {
  const [sane, wild] = [several(tie('sane')), several(tie('wild'))]
  const phrases = several(tie('phrase'))
  const rows = several(branch(['tr'], several(branch(['td', 'th'], sane))))
  return {
    phrase: fc.oneof(
      { depthIdentifier: 'tree', maxDepth: 5 },
      text,
      branch(VOID, none),
      branch(PHRASE, phrases),
    ),
    sane: fc.oneof(
      { depthIdentifier: 'tree', maxDepth: 5 },
      text,
      branch(VOID, none),
      branch(FLOW, sane),
      branch(['p', 'h2', 'pre', 'a', 'button', 'label'], phrases),
      host(tie('sane')),
      branch(['ul', 'ol'], several(branch(['li'], sane))),
      branch(['table'], fc.tuple(branch(['tbody'], rows))),
      branch(['select'], several(branch(['option'], one))),
      branch(['textarea', 'style'], one),
      branch(['svg'], several(branch(['g', 'path', 'text', 'linearGradient'], one, 'svg')), 'svg'),
      branch(['template'], sane),
    ),
    wild: fc.oneof(
      { depthIdentifier: 'tree', maxDepth: 6 },
      text,
      host(tie('wild')),
      branch([...FLOW, ...PHRASE, ...VOID, ...TABLE, ...TEXT, ...ODD], wild),
      branch(TABLE, wild),
      branch(TEXT, one),
      branch(SVG, wild, 'svg'),
      branch(MATH, wild, 'math'),
      slot(tie('wild')),
    ),
  }
})

const forest = (tree: fc.Arbitrary<Tree>) => fc.array(tree, { maxLength: 4 })

/** The content of a page: half of it as authors write it, half of it as nobody would. */
export const forests: Trees = fc.oneof(forest(sane), forest(wild))
