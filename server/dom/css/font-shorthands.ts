/** Divides the shorthands of fonts, for `shorthands.ts`. https://drafts.csswg.org/css-fonts-4/ */
import { type ValueMatch, write } from './grammar.ts'
import { componentType, toValues, type Values, withUnnamed } from './shorthand-parts.ts'

const SYSTEM_FONT = /^(?:caption|icon|menu|message-box|small-caption|status-bar)$/

export function font(components: readonly ValueMatch[], name: string): Values {
  const values: Record<string, string> = {}
  const families: string[] = []
  for (const part of components) {
    const kind = componentType(part)
    if (kind === 'font-family') families.push(write(part))
    else if (kind === 'font-width-css3') values['font-stretch'] = write(part)
    else if (kind === 'font-variant-css2') values['font-variant-caps'] = write(part)
    else if (kind !== '') values[kind] = write(part)
  }
  const isSystem = families.length === 0 && SYSTEM_FONT.test(write({ match: components }))
  values['font-family'] = isSystem ? 'system-ui' : families.join(', ')
  if (isSystem) values['font-size'] = '13.3333px'
  return withUnnamed(name, values)
}

export function fontSynthesis(components: readonly ValueMatch[], name: string): Values {
  const keywords = write({ match: components }).split(' ')
  const isNone = keywords.includes('none')
  return toValues(name, (longhand) => {
    const word = longhand.slice(name.length + 1)
    return !isNone && keywords.includes(word) ? 'auto' : 'none'
  })
}

const FONT_VARIANTS: readonly (readonly [longhand: string, words: RegExp])[] = [
  ['font-variant-caps', /^(?:(?:all-)?(?:small|petite)-caps|unicase|titling-caps)$/],
  ['font-variant-numeric', /^(?:.*-nums|.*-fractions|ordinal|slashed-zero)$/],
  [
    'font-variant-ligatures',
    /^(?:(?:no-)?(?:common|discretionary|historical)-ligatures|(?:no-)?contextual)$/,
  ],
  [
    'font-variant-east-asian',
    /^(?:jis\d+|simplified|traditional|(?:full|proportional)-width|ruby)$/,
  ],
  ['font-variant-position', /^(?:sub|super)$/],
  ['font-variant-emoji', /^(?:text|emoji|unicode)$/],
]

export function fontVariant(components: readonly ValueMatch[], name: string): Values {
  const keywords = write({ match: components }).split(' ')
  const values: Record<string, string> = {}
  for (const [longhand, pattern] of FONT_VARIANTS) {
    const chosen = keywords.filter((word) => pattern.test(word)).join(' ')
    if (chosen) values[longhand] = chosen
  }
  if (keywords.includes('none')) values['font-variant-ligatures'] = 'none'
  return withUnnamed(name, values)
}
