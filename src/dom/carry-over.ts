// Carries the reader's input in the server's content over to the view, with `input` and `change`
// events. Called by take-over.ts.

import { below } from './sent-shadows.ts'

export interface Spot {
  readonly focused: Element | undefined
  readonly caret:
    | readonly [start: number, end: number, direction: 'forward' | 'backward' | 'none']
    | undefined
}

type Field = HTMLInputElement | HTMLTextAreaElement

const isField = (element: unknown): element is Field =>
  element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement

/** Reads focus and caret before the content moves, which loses them. */
export function spotIn(content: Element): Spot {
  let active = document.activeElement
  while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement
  const focused = active && below(content).includes(active) ? active : undefined
  const { selectionStart, selectionEnd, selectionDirection } = isField(focused) ? focused : {}
  return {
    focused,
    // Scripts cannot read the caret of number, date and similar fields.
    caret:
      selectionStart == null
        ? undefined
        : [selectionStart, selectionEnd ?? selectionStart, selectionDirection ?? 'none'],
  }
}

export function returnTo({ focused, caret }: Spot): void {
  if (focused instanceof HTMLElement || focused instanceof SVGElement)
    focused.focus({ preventScroll: true })
  if (caret && isField(focused)) focused.setSelectionRange(...caret)
}

export function carryControls(from: Element, to: Element): void {
  const controls = controlsIn(from)
  const find = counterparts(controls, controlsIn(to))
  for (const element of controls) {
    const other = find(element)
    if (!other) continue
    if (element instanceof HTMLDetailsElement) (other as HTMLDetailsElement).open = element.open
    else if (element instanceof HTMLSelectElement) carryChoice(element, other as HTMLSelectElement)
    else if (isField(element)) carryField(element, other as Field)
  }
}

export const spotOf = ({ focused, caret }: Spot, from: Element, to: Element): Spot => ({
  focused: focused && counterparts(below(from), below(to))(focused),
  caret,
})

/** Finds an element's counterpart by form, name, id, and position among similar ones. */
function counterparts(
  from: readonly Element[],
  to: readonly Element[],
): (element: Element) => Element | undefined {
  const [before, now] = [from, to].map(byKey)
  return (element) => {
    const key = keyOf(element)
    const alike = before?.get(key) ?? []
    const others = now?.get(key) ?? []
    // Without name or id, another number of elements is ambiguous.
    const isSure = alike.length === others.length || element.id || element.hasAttribute('name')
    return isSure ? others[alike.indexOf(element)] : undefined
  }
}

const controlsIn = (content: Element): Element[] =>
  below(content).filter((element) => element.matches('input,textarea,select,details'))

function byKey(elements: readonly Element[]): ReadonlyMap<string, readonly Element[]> {
  const all = new Map<string, Element[]>()
  for (const element of elements) {
    const key = keyOf(element)
    all.set(key, [...(all.get(key) ?? []), element])
  }
  return all
}

const NAMES = ['id', 'name', 'type', 'aria-label', 'placeholder']

function keyOf(element: Element): string {
  const { form } = element as { form?: HTMLFormElement | null }
  const isBox = /^(?:checkbox|radio)$/.test(element.getAttribute('type') ?? '')
  return JSON.stringify([
    element.localName,
    NAMES.map((name) => element.getAttribute(name)),
    isBox && element.getAttribute('value'),
    form?.getAttribute('id') ?? form?.getAttribute('name'),
  ])
}

/** Only the reader's changes: the app may have a draft of its own. */
function carryField(from: Field, to: Field): void {
  if (to.disabled) return
  if (from instanceof HTMLInputElement && to instanceof HTMLInputElement) {
    if (/^(?:checkbox|radio)$/.test(from.type)) {
      // React listens to the click for changes.
      if (from.checked !== from.defaultChecked && from.checked !== to.checked) to.click()
      return
    }
    if (from.type === 'file') {
      if (from.files?.length) to.files = from.files
      else return
    }
  }
  if (from.type !== 'file') {
    if (from.value === from.defaultValue || from.value === to.value) return
    // Through the prototype: React overrides the property on the element.
    Reflect.set(Object.getPrototypeOf(to), 'value', from.value, to)
  }
  dispatchInput(to)
}

function carryChoice(from: HTMLSelectElement, to: HTMLSelectElement): void {
  const options = [...from.options]
  const hasDefault = options.some(({ defaultSelected }) => defaultSelected)
  const isDefault = (option: HTMLOptionElement, index: number) =>
    hasDefault || from.multiple ? option.defaultSelected : index === 0
  const chosen = options.filter(({ selected }) => selected).map(({ value }) => value)
  const isChosen = ({ value }: HTMLOptionElement) => chosen.includes(value)
  if (to.disabled || options.every((option, index) => option.selected === isDefault(option, index)))
    return
  if ([...to.options].every((option) => option.selected === isChosen(option))) return
  for (const option of to.options) option.selected = isChosen(option)
  dispatchInput(to)
}

function dispatchInput(control: Element): void {
  control.dispatchEvent(new Event('input', { bubbles: true, composed: true }))
  control.dispatchEvent(new Event('change', { bubbles: true }))
}
