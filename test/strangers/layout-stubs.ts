/**
 * The parts that `without-layout.ts` leaves out, as edits of compiled modules of `dist/server/dom`.
 * Each text occurs once in its file.
 */

export interface Edit {
  readonly file: string
  readonly text: string
  readonly replacement: string
}

const LAYOUT = 'additions/layout/'

const instead = (file: string, text: string, replacement: string): Edit => ({
  file: `${file}.js`,
  text,
  replacement,
})

/** Adds statements at the start of a function of the layout. */
const atStart = (file: string, head: string, statements: string): Edit =>
  instead(LAYOUT + file, `${head} {\n`, `${head} {\n${statements};\n`)

const lay = (condition: string): Edit =>
  atStart(
    'element-box',
    'function layOutContent(tree, box, height)',
    `if (${condition}) return layOutFlow(tree, box, height)`,
  )

const widths = (condition: string): Edit =>
  atStart(
    'intrinsic-sizes',
    'function contentWidths(tree, element, style)',
    `if (${condition}) return flowWidths(tree, element, style)`,
  )

/** Edits by the name of an algorithm, and what is done in its place. */
export const STUBS: Readonly<Record<string, readonly Edit[]>> = {
  'everything: no element has a box': [
    atStart('document-layout', 'function layOutDocument(document, styles)', 'document = {}'),
    atStart('svg', 'export function svgBoundingBox(element, depth = 0)', 'return undefined'),
  ],
  'grid: blocks': [lay('/grid$/.test(box.style.display)'), widths('/grid$/.test(style.display)')],
  'flex rows and columns: blocks': [
    lay('/flex$/.test(box.style.display)'),
    widths('/flex$/.test(style.display)'),
  ],
  'flex rows: blocks': [
    lay('/flex$/.test(box.style.display) && !box.style.get("flex-direction").startsWith("column")'),
  ],
  'flex columns: blocks': [
    lay('/flex$/.test(box.style.display) && box.style.get("flex-direction").startsWith("column")'),
  ],
  'flex: nothing grows or shrinks': [
    instead(
      `${LAYOUT}flex`,
      'const spaceFor = (line, { margins }, size, gap) => ',
      'const spaceFor = () => true ? undefined : ',
    ),
  ],
  'flex: no wrapping': [instead(`${LAYOUT}flex`, 'const wraps = ', 'const wraps = false && ')],
  'flex: nothing is justified': [
    atStart(
      'flex',
      'function distributed(justifyContent, left, count)',
      'return { first: 0, between: 0 }',
    ),
  ],
  'flex: items shrink to nothing': [
    instead(`${LAYOUT}flex`, 'const automatic = () => ', 'const automatic = () => true ? 0 : '),
  ],
  'grid: items in their order': [
    atStart('grid-placement', 'function lineOf(value, side, { count, lines })', 'return undefined'),
  ],
  'grid: no areas': [atStart('grid', 'function addAreas(style, axis, lines)', 'return 0')],
  'grid: no rows of a template': [
    atStart('grid', 'function sizedRows(tracks, height)', 'return []'),
  ],
  'alignment: none': [
    instead(
      `${LAYOUT}tracks`,
      'const alignedOffset = (alignment, spare) => ',
      'const alignedOffset = (alignment, spare) => 0 && ',
    ),
  ],
  'stretching: none': [atStart('tracks', 'function stretched(tree, item, row)', 'return item')],
  'floats: blocks': [instead('css/style', "return this.get('float')", "return 'none'")],
  'tables: blocks': [
    instead(
      `${LAYOUT}element-box`,
      'const isTable = (tree, { element, style }) => ',
      'const isTable = () => false && ',
    ),
    widths('/table/.test(style.display)'),
  ],
  'positioned elements: empty, where they would stand': [
    atStart(
      'flow',
      'function place(tree, container, { element, style, from, x, y })',
      'const empty = tree.layOut(element, style, { width: 0, height: 0, forcedWidth: 0, forcedHeight: 0 }); const at = positionIn(from, container); container.append(empty, at.x + x, at.y + y); return',
    ),
  ],
  'drawings: no bounding boxes': [
    atStart('svg', 'export function svgBoundingBox(element, depth = 0)', 'return undefined'),
  ],
  'lines: text does not wrap': [
    instead(
      `${LAYOUT}intrinsic-sizes`,
      'export const wraps = ({ whiteSpace }) => ',
      'export const wraps = ({ whiteSpace }) => false && ',
    ),
  ],
  'lines: no space for text': [
    instead(
      'css/lengths',
      'export function textWidth(text, size, monospaced = false) {\n',
      'export function textWidth(text, size, monospaced = false) {\nreturn 0;\n',
    ),
  ],
  'margins: none collapse': [
    instead(
      `${LAYOUT}flow`,
      'const collapse = (margin, other) => ',
      'const collapse = (margin, other) => true ? margin + other : ',
    ),
    instead(
      `${LAYOUT}flow`,
      'const collapsedMarginsOf = (box) => ',
      'const collapsedMarginsOf = (box) => box.margin ?? ',
    ),
  ],
  'margins: auto is 0': [
    instead(
      `${LAYOUT}tracks`,
      "const isAuto = (style, name) => style.get(name) === 'auto'",
      'const isAuto = () => false',
    ),
  ],
  'widths: no keywords': [
    instead(`${LAYOUT}element-box`, 'const keyword = ', 'const keyword = undefined && '),
  ],
  'buttons and legends: as wide as their row': [
    instead(`${LAYOUT}element-box`, 'const tight = ', 'const tight = false && '),
  ],
  'lines: none is aligned': [
    instead(`${LAYOUT}lines`, 'const shift = ', 'const shift = true ? 0 : '),
  ],
  'lines: no baselines': [instead(`${LAYOUT}lines`, 'this.#box.baseline = this.#y + above;', '')],
  'images and controls: 0 by 0': [
    instead(
      `${LAYOUT}intrinsic-sizes`,
      'return KINDS[element.localName]?.(element, style)',
      'return KINDS[element.localName] && size(0, 0)',
    ),
  ],
  'content widths: 0': [
    atStart('intrinsic-sizes', 'function contentWidths(tree, element, style)', 'return NO_WIDTHS'),
  ],
  'aspect-ratio: ignored': [
    instead(`${LAYOUT}element-box`, "box.style.get('aspect-ratio')", "'auto'"),
  ],
  'container sizes: unknown': [
    atStart(
      'element-box',
      'function setContainer(tree, { element, style, contentWidth, verticalEdges }, height = verticalEdges)',
      'return',
    ),
  ],
  'transforms: ignored': [
    atStart('document-layout', 'function translationOf(style, box)', 'return { x: 0, y: 0 }'),
  ],
  'relative positions: ignored': [atStart('layout-tree', '    #shift(style)', 'return NO_SHIFT')],
  'scroll sizes: those of the box': [
    atStart(
      'document-layout',
      'export function scrollSize(box)',
      'return { width: box.width, height: box.height }',
    ),
  ],
  'closed details, options, columns: no boxes': [
    atStart('document-layout', 'function skippedBoxOf(tree, element)', 'return undefined'),
  ],
  'texts: no rectangles': [
    atStart('document-layout', 'export function textRects(node, start, end)', 'return []'),
  ],
  'fragments of inline boxes: none': [
    instead(`${LAYOUT}lines`, 'box.fragments?.push({', 'if (false) box.fragments?.push({'),
  ],
}
