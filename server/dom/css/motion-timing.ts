/**
 * Parses the transitions and animations of a style, for their events and computed styles.
 * https://drafts.csswg.org/css-animations/#animation
 */

export interface Motion {
  readonly name: string
  /** Duration in ms. */
  readonly duration: number
  readonly delay: number
  readonly iterations: number
}

const msOf = (time: string): number =>
  (Number.parseFloat(time) || 0) * (/\dms$/.test(time.trim()) ? 1 : 1000)

export function motionsOf(
  style: Pick<CSSStyleDeclaration, 'getPropertyValue'>,
  kind: 'transition' | 'animation',
): Motion[] {
  const list = (name: string, initial: string) =>
    (style.getPropertyValue(`${kind}-${name}`) || initial).split(',').map((value) => value.trim())
  const durations = list('duration', '0s')
  const delays = list('delay', '0s')
  const counts = list('iteration-count', '1')
  return list(
    kind === 'transition' ? 'property' : 'name',
    kind === 'transition' ? 'all' : 'none',
  ).map((name, index) => {
    const count = counts[index % counts.length] as string
    return {
      name,
      duration: msOf(durations[index % durations.length] as string),
      delay: msOf(delays[index % delays.length] as string),
      iterations: count === 'infinite' ? Number.POSITIVE_INFINITY : Number(count),
    }
  })
}
