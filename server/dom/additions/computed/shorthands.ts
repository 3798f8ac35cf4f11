/**
 * Serializes shorthands of computed styles as Chromium does; undefined for other properties.
 * https://drafts.csswg.org/cssom/#serialize-a-css-value
 */

type Ask = (name: string) => string

const SIDES = ['top', 'right', 'bottom', 'left']

const ofSides = (pattern: string, ask: Ask): string[] =>
  SIDES.map((side) => ask(pattern.replace('*', side)))

function four(pattern: string): (ask: Ask) => string {
  return (ask) => {
    const [top, right, bottom, left] = ofSides(pattern, ask)
    if (left !== right) return [top, right, bottom, left].join(' ')
    if (top !== bottom) return [top, right, bottom].join(' ')
    return top === right ? `${top}` : `${top} ${right}`
  }
}

const pair = (first: string, second: string) => (ask: Ask) => {
  const [one, other] = [ask(first), ask(second)]
  return one === other ? one : `${one} ${other}`
}

const side = (name: string) => (ask: Ask) =>
  ['width', 'style', 'color'].map((part) => ask(`border-${name}-${part}`)).join(' ')

/** Empty where the sides differ. */
function border(ask: Ask): string {
  const [first = '', ...rest] = SIDES.map((name) => side(name)(ask))
  return rest.every((other) => other === first) ? first : ''
}

const SHORTHANDS: Readonly<Record<string, (ask: Ask) => string>> = {
  padding: four('padding-*'),
  margin: four('margin-*'),
  inset: four('*'),
  'border-width': four('border-*-width'),
  'border-style': four('border-*-style'),
  'border-color': four('border-*-color'),
  ...Object.fromEntries(SIDES.map((name) => [`border-${name}`, side(name)])),
  border,
  overflow: pair('overflow-x', 'overflow-y'),
  gap: pair('row-gap', 'column-gap'),
  flex: (ask) => ['grow', 'shrink', 'basis'].map((part) => ask(`flex-${part}`)).join(' '),
  'flex-flow': (ask) => `${ask('flex-direction')} ${ask('flex-wrap')}`,
}

export const shorthand = (name: string, ask: Ask): string | undefined =>
  Object.hasOwn(SHORTHANDS, name) ? SHORTHANDS[name]?.(ask) : undefined
