/**
 * The browser's own style sheet, and what attributes declare, as in Chromium.
 * https://html.spec.whatwg.org/multipage/rendering.html
 */

import { once } from '../../diagnostics/runtime/once.ts'
import { HTML, MATHML, SVG } from '../../html/names.ts'
import { readRules } from './parse-rules.ts'

const SHEET = `
html, address, article, aside, body, center, dd, details, dialog, dir, div, dl, dt, fieldset, figcaption, figure,
footer, form, frameset, header, hgroup, hr, legend, listing, main, nav, ol, optgroup, option, p, plaintext, pre, search,
section, summary, ul, menu, xmp, blockquote, h1, h2, h3, h4, h5, h6 { display: block }
base, basefont, datalist, head, link, meta, noembed, noframes, param, rp, script, style, template, title, area,
track, audio:not([controls]), input[type=hidden i], dialog:not([open]) { display: none }
embed[hidden] { display: inline; height: 0; width: 0 }
slot { display: contents }
body { margin: 8px }
:root { view-transition-name: root }
p, dl, blockquote, figure, ul, ol, menu, dir { margin-block: 1em }
blockquote, figure { margin-inline: 40px }
dd { margin-inline-start: 40px }
ul, ol, menu, dir { padding-inline-start: 40px }
:is(ul, ol, menu, dir, dl) :is(ul, ol, menu, dir, dl) { margin-block: 0 }
ul, menu, dir { list-style-type: disc }
:is(ul, ol, menu, dir) :is(ul, menu, dir) { list-style-type: circle }
:is(ul, ol, menu, dir) :is(ul, ol, menu, dir) :is(ul, menu, dir) { list-style-type: square }
ol { list-style-type: decimal }
ol[type="1"], li[type="1"] { list-style-type: decimal }
ol[type=a s], li[type=a s] { list-style-type: lower-alpha }
ol[type=A s], li[type=A s] { list-style-type: upper-alpha }
ol[type=i s], li[type=i s] { list-style-type: lower-roman }
ol[type=I s], li[type=I s] { list-style-type: upper-roman }
ul[type=none i], li[type=none i] { list-style-type: none }
ul[type=disc i], li[type=disc i] { list-style-type: disc }
ul[type=circle i], li[type=circle i] { list-style-type: circle }
ul[type=square i], li[type=square i] { list-style-type: square }
li { display: list-item; text-align: -webkit-match-parent }
h1 { font-size: 2em; margin-block: 0.67em; font-weight: bold }
h2 { font-size: 1.5em; margin-block: 0.83em; font-weight: bold }
h3 { font-size: 1.17em; margin-block: 1em; font-weight: bold }
h4 { margin-block: 1.33em; font-weight: bold }
h5 { font-size: 0.83em; margin-block: 1.67em; font-weight: bold }
h6 { font-size: 0.67em; margin-block: 2.33em; font-weight: bold }
pre, listing, plaintext, xmp { margin-block: 1em; white-space: pre; font-family: monospace }
code, kbd, samp, tt { font-family: monospace }
small, sub, sup { font-size: smaller }
big { font-size: larger }
sub { vertical-align: sub }
sup { vertical-align: super }
b, strong { font-weight: bolder }
i, cite, em, var, dfn, address { font-style: italic }
u, ins { text-decoration: underline }
s, strike, del { text-decoration: line-through }
abbr[title], acronym[title] { text-decoration: underline dotted }
mark { background-color: mark; color: marktext }
center { text-align: -webkit-center }
nobr { white-space: nowrap }
wbr { display: inline }
q { display: inline }
q::before { content: open-quote }
q::after { content: close-quote }
:any-link { color: -webkit-link; text-decoration: underline; cursor: pointer }
hr { border: 1px inset; color: gray; margin-block: 0.5em; margin-inline: auto; overflow: hidden; unicode-bidi: isolate }
address, blockquote, center, div, figure, figcaption, footer, form, header, hr, legend, listing, main, p, plaintext, pre,
search, summary, xmp, article, aside, h1, h2, h3, h4, h5, h6, hgroup, nav, section, table, caption, colgroup, col, thead, tbody,
tfoot, tr, td, th, dir, dd, dl, dt, menu, ol, ul, li, bdi, output, optgroup { unicode-bidi: isolate }
bdo, bdo[dir] { unicode-bidi: isolate-override }
[dir=rtl i] { direction: rtl; unicode-bidi: isolate }
[dir=ltr i] { direction: ltr; unicode-bidi: isolate }
[dir=auto i]:dir(rtl), bdi:not([dir]):dir(rtl) { direction: rtl; unicode-bidi: isolate }
[dir=auto i]:dir(ltr), bdi:not([dir]):dir(ltr) { direction: ltr; unicode-bidi: isolate }
textarea[dir=auto i], pre[dir=auto i] { unicode-bidi: plaintext }
fieldset { border: 2px groove rgb(239, 239, 239); padding-block: 0.35em 0.625em; padding-inline: 0.75em; margin-inline: 2px;
  min-inline-size: min-content }
legend { padding-inline: 2px }
dialog { position: absolute; inset-inline: 0; width: fit-content; height: fit-content; border: solid; padding: 1em;
  margin: auto; background-color: canvas; color: canvastext }
dialog:modal { position: fixed; overflow: auto; inset-block: 0; max-width: calc(100% - 6px - 2em);
  max-height: calc(100% - 6px - 2em); overlay: auto }
[popover]:not(:popover-open):not(dialog[open]) { display: none }
[popover] { position: fixed; inset: 0; width: fit-content; height: fit-content; margin: auto; border: solid; padding: 0.25em;
  overflow: auto; background-color: canvas; color: canvastext }
[popover]:popover-open { overlay: auto }
details > summary:first-of-type { display: list-item; counter-increment: list-item 0; list-style: disclosure-closed inside }
details[open] > summary:first-of-type { list-style-type: disclosure-open }
table { display: table; border-collapse: separate; border-spacing: 2px; box-sizing: border-box;
  text-indent: initial }
caption { display: table-caption; text-align: -webkit-center }
colgroup { display: table-column-group }
col { display: table-column }
thead { display: table-header-group; vertical-align: middle; border-color: inherit }
tbody { display: table-row-group; vertical-align: middle; border-color: inherit }
tfoot { display: table-footer-group; vertical-align: middle; border-color: inherit }
tr { display: table-row; vertical-align: inherit; border-color: inherit }
td, th { display: table-cell; vertical-align: inherit; padding: 1px }
th { font-weight: bold; text-align: -internal-center }
input, textarea, select, button { margin: 0; font: 400 13.3333px Arial; letter-spacing: normal; word-spacing: normal;
  line-height: normal; text-rendering: auto; text-transform: none; text-indent: 0; text-shadow: none; display: inline-block; text-align: start;
  color: fieldtext; cursor: text }
input { padding-block: 1px; padding-inline: 2px; border: 2px inset light-dark(rgb(118, 118, 118), rgb(133, 133, 133));
  background-color: field; appearance: auto; overflow: clip !important; overflow-clip-margin: 0px !important }
textarea { font-family: monospace; padding: 2px; border: 1px solid light-dark(rgb(118, 118, 118), rgb(133, 133, 133));
  background-color: field; appearance: auto; resize: both; overflow: auto; white-space: pre-wrap; overflow-wrap: break-word }
select { box-sizing: border-box; border: 1px solid light-dark(rgb(118, 118, 118), rgb(133, 133, 133)); border-radius: 0;
  background-color: buttonface; appearance: auto; white-space: pre; cursor: default; align-items: center; overflow: clip !important;
  overflow-clip-margin: content-box }
select:is([multiple], [size]:not([size="1"], [size="0"])) { overflow-x: hidden !important; overflow-y: scroll !important; vertical-align: text-bottom;
  white-space: nowrap; align-items: flex-start; background-color: field; border-radius: 2px; overflow-clip-margin: 0px }
select:not([multiple], [size]:not([size="1"], [size="0"])) option { min-width: 24px; min-height: max(24px, 1lh); gap: 0.5em;
  align-items: center }
option { white-space: nowrap; padding-block: 0 1px; padding-inline: 2px; min-block-size: 1.2em }
option { font-weight: normal }
optgroup { font-weight: bolder; white-space: normal }
button, input:is([type=button i], [type=submit i], [type=reset i]) { box-sizing: border-box; text-align: center; cursor: default;
  color: buttontext; padding-block: 1px; padding-inline: 6px; border: 2px outset buttonborder; background-color: buttonface; appearance: auto }
input:is([type=button i], [type=submit i], [type=reset i]) { white-space: pre; user-select: none }
input[type=checkbox i], input[type=radio i] { box-sizing: border-box; margin-block: 3px; margin-inline: 4px 3px; padding: initial;
  border: initial; background-color: initial; cursor: default; overflow: visible !important }
input[type=radio i] { margin-block: 3px 0; margin-inline: 5px 3px; border-radius: 50% }
input[type=range i] { margin: 2px; padding: initial; border: initial; cursor: default; color: rgb(157, 150, 142); overflow: visible !important }
input[type=color i] { box-sizing: border-box; width: 50px; height: 27px; padding-block: 1px; padding-inline: 2px; cursor: default;
  border: 1px solid buttonborder; background-color: buttonface; color: buttontext }
input[type=file i] { align-items: baseline; color: inherit; text-align: start; cursor: default; padding: initial; border: initial;
  background-color: initial; appearance: none; white-space: pre; text-overflow: ellipsis }
input[type=image i] { padding: initial; border: initial; background-color: initial; cursor: pointer; appearance: none;
  overflow-clip-margin: content-box }
input[type=hidden i] { padding: initial; border: initial; background-color: initial; cursor: default; appearance: none }
input[type=search i] { box-sizing: border-box }
input[type=password i] { -webkit-text-security: disc }
input:is([type=date i], [type=time i], [type=month i], [type=week i], [type=datetime-local i]) {
  padding-inline: 1px 0; padding-block: 0; font-family: monospace; cursor: default }
input:disabled, textarea:disabled { cursor: default; color: light-dark(rgb(84, 84, 84), rgb(170, 170, 170));
  background-color: light-dark(rgba(239, 239, 239, 0.3), rgba(59, 59, 59, 0.3));
  border-color: light-dark(rgba(118, 118, 118, 0.3), rgba(133, 133, 133, 0.3)) }
input:is([type=checkbox i], [type=radio i]):disabled { background-color: initial; border-color: initial }
select:disabled { opacity: 0.7; color: graytext; border-color: light-dark(rgba(118, 118, 118, 0.3), rgba(133, 133, 133, 0.3)) }
button:disabled, input:is([type=button i], [type=submit i], [type=reset i]):disabled {
  color: light-dark(rgba(16, 16, 16, 0.3), rgba(255, 255, 255, 0.3));
  background-color: light-dark(rgba(239, 239, 239, 0.3), rgba(19, 1, 1, 0.3));
  border-color: light-dark(rgba(118, 118, 118, 0.3), rgba(195, 195, 195, 0.3)) }
progress, meter { display: inline-block; appearance: auto; box-sizing: border-box; vertical-align: -0.2em; height: 1em; }
progress { width: 10em }
meter { width: 5em }
label { cursor: default }
output { display: inline }
img, video, canvas { overflow: clip; overflow-clip-margin: content-box }
video { object-fit: contain }
audio { height: 54px; width: 300px }
iframe { border: 2px inset; overflow: clip; overflow-clip-margin: content-box }
embed, object { overflow: clip; overflow-clip-margin: content-box }
ruby { display: ruby }
rt { display: ruby-text; font-size: 50%; text-align: start; text-emphasis: none }
marquee { display: inline-block; overflow: hidden; text-align: initial; white-space: nowrap }
`

const DRAWING_SHEET = `
text, foreignObject { display: block }
text { text-wrap-mode: nowrap }
svg:not(:root), symbol, image, marker, pattern, foreignObject { overflow: hidden; overflow-clip-margin: content-box }
style, script { display: none }
:any-link { cursor: pointer }
`

const MATH_SHEET = `
math { display: math; font-family: math; font-style: normal }
mfrac, mi, mn, mo, mrow, ms, mspace, msqrt, mstyle, msub, msubsup, msup, mtext, mover, munder, munderover, mroot, mpadded,
mphantom, merror, mmultiscripts, semantics, annotation { display: block math }
mi { text-transform: math-auto }
mtable { display: inline-table }
mtr { display: table-row }
mtd { display: table-cell; padding: 0.5ex 0.4em }
annotation, annotation-xml { display: none }
`

/** A sheet that a worker reads once. */
function sheet(cssText: string) {
  const read = once(() => readRules(cssText).map((rule) => rule.text))
  return {
    media: '',
    get rules(): readonly string[] {
      return read()
    },
  }
}

/** Sheets by the namespace of elements. */
export const BROWSER_SHEETS: Readonly<Record<string, ReturnType<typeof sheet>>> = {
  [HTML]: sheet(SHEET),
  [MATHML]: sheet(MATH_SHEET),
  [SVG]: sheet(DRAWING_SHEET),
}

const size = (value: string | null): string | undefined => {
  const [, number, unit] = /^\s*(\d*\.?\d+)\s*(%?)/.exec(value ?? '') ?? []
  return number && `${number}${unit || 'px'}`
}

type Declare = (property: string, value: string | undefined) => void
type Hint = (value: string, declare: Declare, element: Element) => void

const SIZED =
  /^(?:img|iframe|video|canvas|embed|object|table|td|th|col|colgroup|tr|hr|input|marquee|source)$/

const align: Hint = (value, declare, { localName }) => {
  const side = value.toLowerCase()
  if (/^(?:img|iframe|object|embed|input)$/.test(localName)) {
    if (/^(?:left|right)$/.test(side)) declare('float', side)
    declare(
      'vertical-align',
      {
        middle: 'middle',
        center: 'middle',
        absmiddle: 'middle',
        top: 'top',
        left: 'top',
        bottom: 'baseline',
        texttop: 'text-top',
        right: 'top',
      }[side],
    )
  } else if (localName === 'table') {
    if (side === 'center') declare('margin-inline', 'auto')
    else if (/^(?:left|right)$/.test(side)) declare('float', side)
  } else if (
    /^(?:p|div|h[1-6]|td|th|tr|thead|tbody|tfoot|caption|col|colgroup|legend)$/.test(localName)
  ) {
    declare(
      'text-align',
      {
        left: '-webkit-left',
        right: '-webkit-right',
        center: '-webkit-center',
        middle: '-webkit-center',
        justify: 'justify',
      }[side],
    )
  }
}

const HINTS: Readonly<Record<string, Hint>> = {
  align,
  background: (value, declare) => declare('background-image', `url("${value}")`),
  bgcolor: (value, declare) => declare('background-color', value),
  border(value, declare, { localName }) {
    if (localName !== 'table' && localName !== 'img') return
    const width = size(value) ?? (localName === 'table' ? '1px' : undefined)
    declare('border-width', width)
    declare('border-style', width === '0px' ? 'none' : localName === 'table' ? 'outset' : 'solid')
  },
  cellspacing: (value, declare) => declare('border-spacing', size(value)),
  color: (value, declare, { localName }) => {
    if (localName === 'font' || localName === 'hr') declare('color', value)
  },
  face: (value, declare) => declare('font-family', value),
  height: (value, declare, { localName }) => {
    if (SIZED.test(localName)) declare('height', size(value))
  },
  hidden(value, declare, { localName }) {
    if (value.toLowerCase() === 'until-found') declare('content-visibility', 'hidden')
    else if (localName !== 'embed') declare('display', 'none')
  },
  hspace: (value, declare) => declare('margin-inline', size(value)),
  lang: (value, declare) => declare('-webkit-locale', value === '' ? undefined : `"${value}"`),
  nowrap: (_, declare) => declare('white-space', 'nowrap'),
  size: (value, declare, { localName }) => {
    if (localName === 'font') declare('font-size', fontSize(value))
  },
  text: (value, declare, { localName }) => {
    if (localName === 'body') declare('color', value)
  },
  valign: (value, declare) => declare('vertical-align', value.toLowerCase()),
  vspace: (value, declare) => declare('margin-block', size(value)),
  width: (value, declare, { localName }) => {
    if (SIZED.test(localName)) declare('width', size(value))
  },
  wrap: (value, declare, { localName }) => {
    if (localName === 'textarea' && value.toLowerCase() === 'off') declare('white-space', 'pre')
  },
}

const FONT_SIZES = ['x-small', 'small', 'medium', 'large', 'x-large', 'xx-large', 'xxx-large']

function fontSize(value: string): string | undefined {
  const [, sign = '', digits] = /^\s*([-+]?)(\d+)/.exec(value) ?? []
  if (digits === undefined) return undefined
  const step = sign === '' ? Number(digits) : 3 + Number(sign + digits)
  return FONT_SIZES[Math.min(7, Math.max(1, step)) - 1]
}

/** Presentation attributes of SVG, which are properties of the same name. */
const DRAWN =
  /^(?:fill|stroke|color|opacity|display|visibility|transform|cx|cy|r|rx|ry|d|width|height|overflow|mask|filter|clip-path|marker-.*|stop-.*|flood-.*|font-.*|text-.*|dominant-baseline|alignment-baseline|baseline-shift|paint-order|pointer-events|shape-rendering|vector-effect|letter-spacing|word-spacing|fill-.*|stroke-.*|clip-rule|cursor|direction|mix-blend-mode|color-interpolation.*|image-rendering|lighting-color|mask-type|unicode-bidi|writing-mode)$/

/** The declarations that an element's attributes mean, as text. */
export function hintsOf(element: Element): string {
  const attributes = element.getAttributeNames()
  if (attributes.length === 0 && !/^t[dh]$/.test(element.localName)) return ''
  const texts: string[] = []
  const declare: Declare = (property, value) => {
    if (value !== undefined) texts.push(`${property}: ${value}`)
  }
  const isHtml = element.namespaceURI === HTML
  for (const name of attributes) {
    const value = element.getAttribute(name) ?? ''
    if (!isHtml && name !== 'lang') {
      if (DRAWN.test(name)) declare(name, drawn(name, value))
    } else if (Object.hasOwn(HINTS, name)) HINTS[name]?.(value, declare, element)
  }
  if (/^(?:img|canvas|video)$/.test(element.localName)) ratioHint(element, declare)
  if (isHtml && /^t[dh]$/.test(element.localName)) cellHints(element, declare)
  return texts.join(';')
}

/** The ratio of the attributes, until a picture has one. */
function ratioHint(element: Element, declare: Declare): void {
  const [width, height] = ['width', 'height'].map((name) =>
    Number.parseFloat(element.getAttribute(name) ?? ''),
  )
  if (width && height) declare('aspect-ratio', `auto ${width} / ${height}`)
}

const LENGTHS =
  /^(?:cx|cy|r|rx|ry|x|y|width|height|stroke-width|stroke-dashoffset|font-size|letter-spacing|word-spacing)$/

/** Numbers without a unit are px. */
const drawn = (name: string, value: string): string | undefined => {
  if (name === 'transform') return undefined
  if (name === 'd') return `path("${value}")`
  return LENGTHS.test(name) && /^\s*[-+]?[\d.]+\s*$/.test(value) ? `${value.trim()}px` : value
}

function cellHints(cell: Element, declare: Declare): void {
  const table = cell.closest('table')
  if (!table) return
  declare('padding', size(table.getAttribute('cellpadding')))
  const border =
    size(table.getAttribute('border')) ?? (table.hasAttribute('border') ? '1px' : undefined)
  if (border === undefined || border === '0px') return
  declare('border-width', '1px')
  declare('border-style', 'inset')
}
