/**
 * Lays out positioned elements in a sized containing block, by their offsets or static position.
 * https://drafts.csswg.org/css-position-3/
 */
import { autoMargins, type Box } from './box.ts'
import type { Pass, Waiting } from './pass.ts'
import { px, type Style } from './style.ts'

/** Only an element that waits in itself could need more. */
const MOST_ROUNDS = 100

export function layWaiting(pass: Pass, box: Box, waiting = () => pass.waiting): void {
  for (let round = 0; round < MOST_ROUNDS && waiting().size > 0; round++) {
    const list = [...waiting().values()]
    waiting().clear()
    for (const one of list) layOne(pass, box, one)
  }
}

function layOne(pass: Pass, box: Box, { element, style, from, x, y }: Waiting): void {
  const width = box.width - box.border.left - box.border.right
  const height = box.height - box.border.top - box.border.bottom
  const across = between(style, 'left', 'right', width)
  const along = between(style, 'top', 'bottom', height)
  const edges = { width: Math.max(0, width - (across.start ?? 0) - (across.end ?? 0)), height }
  const fits = across.start === undefined || across.end === undefined
  const stretched =
    along.start !== undefined &&
    along.end !== undefined &&
    px(style, 'height', height) === undefined
  const forcedHeight = stretched
    ? Math.max(0, height - (along.start ?? 0) - (along.end ?? 0))
    : undefined
  const own = pass.lay(pass, element, style, {
    ...edges,
    width: fits ? edges.width : edges.width,
    height,
    fits,
    forcedHeight,
  })
  const auto = autoMargins(own)
  const spare = fits ? 0 : Math.max(0, edges.width - own.width)
  const centred = auto.left && auto.right ? spare / 2 : auto.left ? spare : 0
  const still = offsetIn(from, box)
  const left =
    across.start !== undefined
      ? across.start + own.margin.left + centred
      : across.end !== undefined
        ? width - across.end - own.width - own.margin.right
        : undefined
  const top =
    along.start !== undefined
      ? along.start + own.margin.top
      : along.end !== undefined
        ? height - along.end - own.height - own.margin.bottom
        : undefined
  box.put(
    own,
    left === undefined ? still.x + x + own.margin.left : box.border.left + left,
    top === undefined ? still.y + y + own.margin.top : box.border.top + top,
  )
}

const between = (style: Style, start: string, end: string, base: number) => ({
  start: px(style, start, base),
  end: px(style, end, base),
})

function offsetIn(from: Box, box: Box): { x: number; y: number } {
  let [x, y] = [0, 0]
  for (let at: Box | undefined = from; at && at !== box; at = at.parent) {
    x += at.x
    y += at.y
  }
  return { x, y }
}
