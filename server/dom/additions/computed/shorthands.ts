/**
 * Serializes shorthands of computed styles as Chromium does; undefined for other properties.
 * https://drafts.csswg.org/cssom/#serialize-a-css-value
 */
import { LONGHANDS, REPEATED, repeated } from '../../fixes/css/shorthands.ts'

/** Written with all their longhands. */
const LISTED = /^(?:border-(?:top|right|bottom|left)|flex|flex-flow)$/

export function shorthand(name: string, ask: (name: string) => string): string | undefined {
  if (name === 'border') {
    const [first = '', ...rest] = ['top', 'right', 'bottom', 'left'].map((side) =>
      shorthand(`border-${side}`, ask),
    )
    return rest.every((other) => other === first) ? first : ''
  }
  const longhands = LONGHANDS.get(name) ?? []
  if (REPEATED.test(name)) return repeated(longhands.map(ask))
  return LISTED.test(name) ? longhands.map(ask).join(' ') : undefined
}
