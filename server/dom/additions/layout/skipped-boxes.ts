/**
 * Boxes that are laid out when a script asks for their size: inside a closed `details` or a
 * `select`, and columns. They change no other box. For `document-layout.ts`.
 */
import { isInDropDown } from '../../css/visibility.ts'
import { layOut } from './element-box.ts'
import { Box, flatParentOf, type LayoutTree } from './layout-tree.ts'

const WITHOUT_LAYOUT = /^(?:option|optgroup|col|colgroup)$/

export function skippedBoxOf(tree: LayoutTree, element: Element): Box | undefined {
  if (WITHOUT_LAYOUT.test(element.localName)) {
    return isInDropDown(element) ? undefined : partOf(tree, element)
  }
  let child = element
  for (let at = flatParentOf(element); at; child = at, at = flatParentOf(at)) {
    const box = tree.boxes.get(at)
    if (!box) continue
    const isClosed = at.localName === 'details' && !at.hasAttribute('open')
    const style = tree.styles.of(child)
    if (!isClosed || style.display === 'none') return undefined
    layOut(tree, child, style, { width: box.contentWidth, height: undefined })
    return tree.boxes.get(element)
  }
  return undefined
}

/** An option is as wide as its list, and a column as high as its table. */
function partOf(tree: LayoutTree, element: Element): Box | undefined {
  const whole = element.closest('select,table')
  const outer = whole && tree.boxes.get(whole)
  const style = tree.styles.of(element)
  if (!outer || style.display === 'none') return undefined
  const box = new Box(element, style, outer.contentWidth)
  box.parent = outer
  box.width = outer.contentWidth
  box.height = whole.localName === 'table' ? outer.height : style.lineHeight
  return box
}
