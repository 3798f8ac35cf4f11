/** Trees to try a serializer with: sane pages, and wild ones that no parser makes. As plain values; see fixtures/engine/trees. */
import fc from 'fast-check'
import type { Tree } from '../fixtures/engine/trees.ts'

const PIECES = [
  'a',
  ' ',
  '\n',
  '<',
  '>',
  '&',
  '"',
  "'",
  '&amp;',
  '</p>',
  '<!--',
  '-->',
  ']]>',
  '\r',
  '\r\n',
  '\0',
  '\u00a0',
  '\ud800',
  '😀',
  '<b>',
  '&nbsp',
  '\u2028',
  '=',
  '`',
  'ä',
]

const text = fc.array(fc.constantFrom(...PIECES), { maxLength: 5 }).map((parts) => parts.join(''))

const attributes = fc.dictionary(
  fc.constantFrom('id', 'class', 'title', 'data-x', 'aria-label', 'lang', '_ngcontent-c1', 'slot'),
  fc.oneof(text, fc.constantFrom('', 'a', 'b')),
  { maxKeys: 3 },
)

const FLOW = [
  'div',
  'section',
  'ul',
  'ol',
  'dl',
  'blockquote',
  'article',
  'details',
  'form',
  'main',
]
const PHRASE = ['span', 'b', 'em', 'a', 'code', 'label', 'small', 'button', 'x-el', 'ruby', 'q']
const VOID = ['br', 'hr', 'img', 'input', 'wbr']
const TABLE = ['table', 'caption', 'colgroup', 'col', 'thead', 'tbody', 'tfoot', 'tr', 'td', 'th']
const TEXT = [
  'textarea',
  'title',
  'style',
  'xmp',
  'pre',
  'listing',
  'iframe',
  'noframes',
  'noembed',
]
const ODD = [
  'o:p',
  'john@mail.test',
  "it's",
  'emotion-😍',
  'p',
  'h1',
  'h2',
  'li',
  'dd',
  'dt',
  'option',
  'optgroup',
  'select',
  'template',
  'slot',
  'summary',
  'object',
  'center',
  'nobr',
  'marquee',
  'applet',
  'font',
  'menu',
  'rt',
  'rp',
  'rb',
  'rtc',
  'frameset',
  'head',
  'body',
  'html',
  'plaintext',
  'image',
  'param',
  'fieldset',
  'legend',
  'search',
  'dialog',
  'address',
  'video',
  'source',
  'picture',
  'meta',
  'link',
  'audio',
  'svg',
  'math',
  'tt',
  'strike',
  'big',
  'u',
  'i',
  's',
  'strong',
  'selectedcontent',
]
const SVG = [
  'svg',
  'g',
  'path',
  'linearGradient',
  'foreignObject',
  'title',
  'desc',
  'text',
  'style',
  'a',
  'font',
  'p',
  'b',
  'image',
  'script2',
  'lineargradient',
]
const MATH = [
  'math',
  'mi',
  'mo',
  'mtext',
  'mrow',
  'annotation-xml',
  'ms',
  'mglyph',
  'malignmark',
  'p',
]

const { wild, sane } = fc.letrec((refer) => {
  const tie = (kind: 'sane' | 'wild' | 'phrase') => refer(kind) as fc.Arbitrary<Tree>
  const several = (tree: fc.Arbitrary<Tree>, maxLength = 3) =>
    fc.array(tree, { maxLength, depthIdentifier: 'tree' })
  const shadow = (tree: fc.Arbitrary<Tree>) =>
    fc.record({
      mode: fc.constantFrom('open' as const, 'closed' as const),
      children: several(fc.oneof(tree, slot(tree))),
    })
  const slot = (tree: fc.Arbitrary<Tree>): fc.Arbitrary<Tree> =>
    fc.record({
      tag: fc.constant('slot'),
      attributes: fc.constantFrom<Record<string, string>>(
        {},
        { name: 'a' },
        { name: 'b', slot: 'a' },
      ),
      children: several(tree, 2),
    })
  const branch = (
    tags: readonly string[],
    children: fc.Arbitrary<Tree[]>,
    ns?: 'svg' | 'math',
  ): fc.Arbitrary<Tree> =>
    fc.record({
      tag: fc.constantFrom(...tags),
      attributes,
      children,
      ...(ns ? { ns: fc.constant(ns) } : {}),
    })
  const host = (tree: fc.Arbitrary<Tree>): fc.Arbitrary<Tree> =>
    fc.record({
      tag: fc.constantFrom('x-host', 'div', 'section'),
      attributes,
      children: several(tree),
      shadow: shadow(tree),
    })
  const words = text.map((one) => [one])
  const rows = several(
    branch(['tr'], several(branch(['td', 'th'], several(tie('sane')), undefined))),
  )
  const phrases = several(tie('phrase'))
  return {
    phrase: fc.oneof(
      { depthIdentifier: 'tree', maxDepth: 5 },
      text,
      branch(VOID, fc.constant([])),
      branch(
        PHRASE.filter((tag) => tag !== 'a' && tag !== 'button'),
        phrases,
      ),
    ),
    sane: fc.oneof(
      { depthIdentifier: 'tree', maxDepth: 5 },
      text,
      branch(VOID, fc.constant([])),
      branch(
        FLOW.filter((tag) => tag !== 'form'),
        several(tie('sane')),
      ),
      branch(['p', 'h2', 'pre', 'a', 'button', 'label'], phrases),
      host(tie('sane')),
      branch(['ul', 'ol'], several(branch(['li'], several(tie('sane'))))),
      branch(['table'], fc.tuple(branch(['tbody'], rows))),
      branch(['select'], several(branch(['option'], words))),
      branch(['textarea', 'style'], words),
      branch(
        ['svg'],
        several(branch(['g', 'path', 'text', 'linearGradient'], words, 'svg')),
        'svg',
      ),
      branch(['template'], several(tie('sane'))),
    ),
    wild: fc.oneof(
      { depthIdentifier: 'tree', maxDepth: 6 },
      text,
      host(tie('wild')),
      branch([...FLOW, ...PHRASE, ...VOID, ...TABLE, ...TEXT, ...ODD], several(tie('wild'))),
      branch(TABLE, several(tie('wild'))),
      branch(TEXT, words),
      branch(SVG, several(tie('wild')), 'svg'),
      branch(MATH, several(tie('wild')), 'math'),
      slot(tie('wild')),
    ),
  }
})

const several = (tree: fc.Arbitrary<Tree>) => fc.array(tree, { maxLength: 4 })

/** What a page holds: half of it as authors write it, half of it as nobody would. */
export const forests: fc.Arbitrary<Tree[]> = fc.oneof(
  several(sane as fc.Arbitrary<Tree>),
  several(wild as fc.Arbitrary<Tree>),
)
