/**
 * Decides whether an element is shown, for `checkVisibility` and tests of text.
 * https://drafts.csswg.org/cssom-view/#dom-element-checkvisibility
 */
import { HTML } from '../../html/names.ts'
import { flatParentOf, styleOf, stylesNow } from './style-tree.ts'

/** Chromium makes no boxes for them, whatever their style. */
const NEVER = /^(?:noscript|param)$/
const NEVER_DRAWN = /^(?:title|desc|metadata|stop|style|script)$/

export function isVisible(element: Element, options?: CheckVisibilityOptions | null): boolean {
  if (!element.isConnected || !stylesNow().isInFlatTree(element)) return false
  const style = styleOf(element)
  if (style.get('display') === 'contents' || !hasBox(element)) return false
  const {
    contentVisibilityAuto,
    opacityProperty,
    visibilityProperty,
    checkOpacity,
    checkVisibilityCSS,
  } = options ?? {}
  const isClear = opacityProperty || checkOpacity
  if ((visibilityProperty || checkVisibilityCSS) && style.get('visibility') !== 'visible')
    return false
  for (let ancestor: Element | null = element; ancestor; ancestor = flatParentOf(ancestor)) {
    const ancestorStyle = styleOf(ancestor)
    if (ancestorStyle.get('display') === 'none') return false
    if (isClear && Number(ancestorStyle.get('opacity')) === 0) return false
    const content = ancestorStyle.get('content-visibility')
    const isSkipped = content === 'hidden' || (contentVisibilityAuto && content === 'auto')
    if (ancestor !== element && isSkipped) return false
    const parent = flatParentOf(ancestor)
    if (
      parent?.localName === 'details' &&
      !parent.hasAttribute('open') &&
      ancestor !== summaryOf(parent)
    )
      return false
  }
  return true
}

const summaryOf = (details: Element): Element | null => details.querySelector(':scope > summary')

function hasBox(element: Element): boolean {
  if (element.namespaceURI !== HTML) return !NEVER_DRAWN.test(element.localName)
  if (/^(?:option|optgroup)$/.test(element.localName)) return !isInDropDown(element)
  if (element.localName === 'embed')
    return element.hasAttribute('src') || element.hasAttribute('type')
  return !NEVER.test(element.localName)
}

/** The options of a list of one row have no place in the page. */
export function isInDropDown(option: Element): boolean {
  const select = option.closest('select')
  return (
    select !== null &&
    !select.hasAttribute('multiple') &&
    !(Number(select.getAttribute('size')) > 1)
  )
}
