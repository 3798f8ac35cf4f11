/**
 * The browser's own sheet, for `style.ts`.
 * https://html.spec.whatwg.org/multipage/rendering.html
 */
import type { Values } from './declared-values.ts'

const rule = (names: string, values: Values) =>
  names.split(' ').map((name) => [name, values] as const)

const edge = (property: string, value: string, sides = 'top right bottom left'): Values =>
  Object.fromEntries(sides.split(' ').map((side) => [property.replace('*', side), value]))

const framed = (width: string, padding: string, more: Values = {}): Values => ({
  ...edge('border-*-style', 'solid'),
  ...edge('border-*-width', width),
  ...edge('padding-*', padding),
  ...more,
})
const spaced = (size: string, more: Values = {}): Values => ({
  display: 'block',
  'margin-top': size,
  'margin-bottom': size,
  ...more,
})
const CONTROL: Values = {
  display: 'inline-block',
  'font-size': '13.3333px',
  'line-height': 'normal',
  'box-sizing': 'border-box',
  'text-align': 'start',
  'white-space': 'normal',
}
const FIELD = framed('2px', '1px', { ...CONTROL, 'padding-left': '2px', 'padding-right': '2px' })

const RULES: Readonly<Record<string, Values>> = Object.fromEntries([
  ...rule(
    'html address article aside center details div dd dir dl dt fieldset figcaption figure footer form header hgroup legend ' +
      'listing main nav ol optgroup option p search section summary ul frameset menu slot-block noscript',
    { display: 'block' },
  ),
  ...rule(
    'base basefont datalist head link meta noembed noframes param rp script style template title area source track',
    {
      display: 'none',
    },
  ),
  ...rule('slot', { display: 'contents' }),
  ...rule('body', { display: 'block', ...edge('margin-*', '8px') }),
  ...rule('p dl', spaced('1em')),
  ...rule('ul ol menu dir', spaced('1em', { 'padding-left': '40px' })),
  ...rule('li', { display: 'list-item' }),
  ...rule('dd', { display: 'block', 'margin-left': '40px' }),
  ...rule('blockquote figure', spaced('1em', { 'margin-left': '40px', 'margin-right': '40px' })),
  ...rule('h1', spaced('0.67em', { 'font-size': '2em' })),
  ...rule('h2', spaced('0.83em', { 'font-size': '1.5em' })),
  ...rule('h3', spaced('1em', { 'font-size': '1.17em' })),
  ...rule('h4', spaced('1.33em')),
  ...rule('h5', spaced('1.67em', { 'font-size': '0.83em' })),
  ...rule('h6', spaced('2.33em', { 'font-size': '0.67em' })),
  ...rule(
    'pre listing plaintext xmp',
    spaced('1em', { 'white-space': 'pre', 'font-family': 'monospace', 'font-size': '13px' }),
  ),
  ...rule('code kbd samp tt', { 'font-family': 'monospace', 'font-size': '13px' }),
  ...rule('small sub sup', { 'font-size': '0.83em' }),
  ...rule('big', { 'font-size': '1.2em' }),
  ...rule('hr', spaced('0.5em', edge('border-*-style', 'inset'))),
  ...rule(
    'hr',
    spaced('0.5em', { ...edge('border-*-style', 'inset'), ...edge('border-*-width', '1px') }),
  ),
  ...rule('fieldset', {
    display: 'block',
    ...framed('2px', '0.75em', { 'padding-top': '0.35em', 'padding-bottom': '0.625em' }),
    'margin-left': '2px',
    'margin-right': '2px',
  }),
  ...rule('legend', { display: 'block', 'padding-left': '2px', 'padding-right': '2px' }),
  ...rule('dialog', {
    display: 'block',
    position: 'absolute',
    left: '0',
    right: '0',
    ...edge('margin-*', 'auto'),
    ...framed('3px', '1em'),
    width: 'fit-content',
  }),
  ...rule('table', {
    display: 'table',
    'border-spacing': '2px',
    'box-sizing': 'border-box',
    'text-align': 'start',
  }),
  ...rule('caption', { display: 'table-caption', 'text-align': 'center' }),
  ...rule('colgroup', { display: 'table-column-group' }),
  ...rule('col', { display: 'table-column' }),
  ...rule('thead', { display: 'table-header-group' }),
  ...rule('tbody', { display: 'table-row-group' }),
  ...rule('tfoot', { display: 'table-footer-group' }),
  ...rule('tr', { display: 'table-row' }),
  ...rule('td th', { display: 'table-cell', ...edge('padding-*', '1px') }),
  ...rule(
    'button',
    framed('2px', '1px', {
      ...CONTROL,
      'padding-left': '6px',
      'padding-right': '6px',
      'text-align': 'center',
    }),
  ),
  ...rule('input', FIELD),
  ...rule('textarea', framed('1px', '2px', { ...CONTROL, 'font-family': 'monospace' })),
  ...rule('select', framed('1px', '0px', CONTROL)),
  ...rule('progress meter', { display: 'inline-block' }),
  ...rule('iframe', framed('2px', '0px')),
  ...rule('nobr', { 'white-space': 'nowrap' }),
])

const BOX_INPUT: Values = { display: 'inline-block', ...edge('margin-*', '3px') }
const INPUTS: Readonly<Record<string, Values>> = {
  hidden: { display: 'none' },
  checkbox: { ...BOX_INPUT, 'margin-left': '4px' },
  radio: { ...BOX_INPUT, 'margin-left': '5px', 'margin-bottom': '0px' },
  range: { display: 'inline-block', ...edge('margin-*', '2px') },
  image: { display: 'inline-block' },
  submit: RULES.button as Values,
  reset: RULES.button as Values,
  button: RULES.button as Values,
}

const SIZED = new Set(
  'img iframe video canvas svg embed object table td th col colgroup tr hr input'.split(' '),
)
export const isSized = (element: Element): boolean => SIZED.has(element.localName)

const NONE: Values = {}

const attribute = (element: Element, name: string): string | undefined => {
  const [, number, unit] = /^\s*([.\d]+)\s*(%?)/.exec(element.getAttribute(name) ?? '') ?? []
  return number && `${number}${unit || 'px'}`
}

export function userAgentStyle(element: Element): Values {
  const name = element.localName
  const kind =
    name === 'input'
      ? (INPUTS[element.getAttribute('type')?.toLowerCase() ?? ''] ?? RULES.input)
      : RULES[name]
  const values = kind ?? NONE
  const hidden = isHidden(element, name)
  const sized = SIZED.has(name)
  if (!hidden && !sized) return values
  const own: Record<string, string> = { ...values }
  if (sized) addSizes(element, name, own)
  if (hidden) own.display = 'none'
  return own
}

function addSizes(element: Element, name: string, own: Record<string, string>): void {
  for (const size of ['width', 'height']) {
    const value = attribute(element, size)
    if (value) own[size] = value
  }
  if (name === 'table') {
    const spacing = attribute(element, 'cellspacing')
    if (spacing) own['border-spacing'] = spacing
    if (attribute(element, 'border'))
      Object.assign(
        own,
        edge('border-*-style', 'outset'),
        edge('border-*-width', attribute(element, 'border') as string),
      )
  } else if (name === 'td' || name === 'th') {
    const table = element.closest('table')
    const padding = table && attribute(table, 'cellpadding')
    if (padding) Object.assign(own, edge('padding-*', padding))
    if (table && attribute(table, 'border'))
      Object.assign(own, edge('border-*-style', 'inset'), edge('border-*-width', '1px'))
  }
}

function isHidden(element: Element, name: string): boolean {
  if (element.hasAttribute('hidden')) return true
  if (name === 'dialog') return !element.hasAttribute('open')
  if (name === 'audio') return !element.hasAttribute('controls')
  return name === 'embed' && !element.hasAttribute('src')
}
