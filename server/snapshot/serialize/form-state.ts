/**
 * Writes the state of form controls, popovers and sheets as attributes, for write.ts. Passwords
 * and files are never written.
 * https://html.spec.whatwg.org/multipage/input.html#dom-input-value
 */
import { isPopoverOpen } from '../../dom/index.ts'

import { sheetState } from './own-sheets.ts'

const VALUE_TYPES = /^(?:hidden|password|file|checkbox|radio|submit|image|reset|button)$/

/** Attributes by name; null leaves one out. */
export type State = Record<string, string | null>

function inputState(input: HTMLInputElement): State | undefined {
  const { type } = input
  if (type === 'checkbox' || type === 'radio') {
    if (input.checked === input.hasAttribute('checked')) return undefined
    return { checked: input.checked ? '' : null }
  }
  if (VALUE_TYPES.test(type)) return undefined
  const { value } = input
  return value === (input.getAttribute('value') ?? '') ? undefined : { value }
}

/** @returns Null if the markup already selects them. */
export function selectedOptions(select: HTMLSelectElement): Set<Element> | null {
  const options = [...select.options]
  const marked = options.filter((option) => option.hasAttribute('selected'))
  const selected = options.filter((option) => option.selected)
  const byMarkup = select.multiple
    ? marked
    : [marked.at(-1) ?? options.find((option) => !option.disabled) ?? options[0]]
  const same =
    selected.length === byMarkup.length && selected.every((option, i) => option === byMarkup[i])
  // A select with several rows starts with no selection.
  return same || (selected.length === 0 && marked.length === 0) ? null : new Set(selected)
}

/** @param selected The options of its select to write as selected. */
export function stateOf(
  element: Element,
  tag: string,
  selected: ReadonlySet<unknown> | null,
): State | undefined {
  if (tag === 'input') return inputState(element as HTMLInputElement)
  if (tag === 'style' || tag === 'link') return sheetState(element)
  if (isPopoverOpen(element)) return popoverState(element as HTMLElement)
  if (tag !== 'option' || !selected) return undefined
  return { selected: selected.has(element) ? '' : null }
}

/** Without scripts a popover is shut, and so not displayed. */
function popoverState(popover: HTMLElement): State {
  const style = popover.getAttribute('style')?.replace(/;?\s*$/, '; ') ?? ''
  return { style: `${style}display: ${getComputedStyle(popover).display}` }
}
