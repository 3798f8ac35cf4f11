/**
 * Returns the states of form controls, for selectors and validation.
 * https://html.spec.whatwg.org/multipage/form-control-infrastructure.html#constraints
 */
import { ELEMENT, type InnerWindow, S } from '../../internals.ts'

const set = (list: string): ReadonlySet<string> => new Set(list.split(' '))

const DATES = 'date month week time datetime-local'
const TEXTS = 'text search url tel email password'
const EDITABLE = set(`${TEXTS} number ${DATES}`)
const REQUIRABLE = set(`${TEXTS} number checkbox radio file ${DATES}`)
const TEXT = set(TEXTS)
const RANGED = set(`number range ${DATES}`)

const element = (node: Node) => node as HTMLInputElement
const has = (node: Node, name: string): boolean => element(node).hasAttribute(name)

const parentOf = (node: Node): Element | null => {
  const parent = node[S.parentNode]
  return parent?.[S.nodeType] === ELEMENT ? (parent as Element) : null
}

const kind = (node: Element): string => (node[S.localName] === 'input' ? element(node).type : '')

export const isTextInput = (node: Element): boolean => TEXT.has(kind(node))

export function isDisabled(node: Element): boolean {
  if (has(node, 'disabled')) return true
  const name = node[S.localName]
  const parent = parentOf(node)
  if (name === 'option') return parent?.[S.localName] === 'optgroup' && has(parent, 'disabled')
  return name !== 'optgroup' && isInDisabledFieldset(node)
}

/** Whether a fieldset disables the control; controls in its first legend are excepted. */
function isInDisabledFieldset(node: Element): boolean {
  let child: Element = node
  for (let ancestor = parentOf(node); ancestor; child = ancestor, ancestor = parentOf(ancestor)) {
    if (ancestor[S.localName] !== 'fieldset' || !has(ancestor, 'disabled')) continue
    if (child !== ancestor[S.elementArray].find((sibling) => sibling[S.localName] === 'legend'))
      return true
  }
  return false
}

export const internalsOf = new WeakMap<
  object,
  Pick<ElementInternals, 'form' | 'validity' | 'checkValidity'>
>()

/** The names of custom elements that are form controls. */
export const associatedNames = (): string[] =>
  [...(window as InnerWindow).customElements[S.registry]]
    .filter(
      ([, { elementClass }]) =>
        'formAssociated' in elementClass && elementClass.formAssociated === true,
    )
    .map(([name]) => name)

/** Whether it is a custom element that is a form control. */
export const isFormAssociated = (node: Element): boolean =>
  node[S.localName].includes('-') &&
  (node.constructor as { formAssociated?: unknown }).formAssociated === true

/** The radio buttons of the same name and form, with this one. */
export function radioGroup(radio: HTMLInputElement): HTMLInputElement[] {
  const { name, form } = radio
  const radios = (radio.getRootNode() as ParentNode).querySelectorAll<HTMLInputElement>(
    'input[type=radio i]',
  )
  return [...radios].filter((button) => button.name === name && button.form === form)
}

export function isBarred(node: Element): boolean {
  const { type } = element(node)
  switch (node[S.localName]) {
    case 'input':
      if (/^(?:hidden|reset|button)$/.test(type) || (has(node, 'readonly') && EDITABLE.has(type)))
        return true
      break
    case 'textarea':
      if (has(node, 'readonly')) return true
      break
    case 'button':
      if (type !== 'submit') return true
      break
    case 'select':
      break
    default:
      if (!isFormAssociated(node) || has(node, 'readonly')) return true
  }
  return isDisabled(node) || element(node).closest('datalist') !== null
}

/** A form or fieldset is invalid with any of its controls. */
export function isInvalid(node: Element): boolean {
  const name = node[S.localName]
  if (name === 'form' || name === 'fieldset') {
    const inside = ['input, select, textarea, button', ...associatedNames()].join()
    const form = name === 'form' ? element(node) : null
    const root = (form ? element(node).getRootNode() : element(node)) as ParentNode
    return [...root.querySelectorAll<HTMLInputElement>(inside)].some(
      (control) => (!form || isOf(control, form)) && !isBarred(control) && isInvalid(control),
    )
  }
  const { validity } = internalsOf.get(node) ?? element(node)
  return validity?.valid === false
}

const isOf = (control: HTMLInputElement, form: Element): boolean => {
  const { form: owner } = internalsOf.get(control) ?? control
  return owner === form || owner?.[S.proxy] === form || (owner !== null && form[S.proxy] === owner)
}

export const hasRange = (node: Element): boolean =>
  RANGED.has(kind(node)) &&
  !isBarred(node) &&
  (kind(node) === 'range' || has(node, 'min') || has(node, 'max') || element(node).value === '')

function limits(node: Element): readonly [value: number, min: number, max: number] {
  const type = kind(node)
  if (!RANGED.has(type) || type === 'range') return [Number.NaN, Number.NaN, Number.NaN]
  const { value, min, max } = element(node)
  return [numeric(value, type), numeric(min, type), numeric(max, type)]
}

/** Times wrap around midnight: valid from the minimum on, or up to the maximum. */
const wraps = (node: Element, [, min, max]: readonly number[]): boolean =>
  kind(node) === 'time' && Number(min) > Number(max)

export function isUnder(node: Element): boolean {
  const [value, min, max] = limits(node)
  return value < min && (!wraps(node, [value, min, max]) || value > max)
}

export function isOver(node: Element): boolean {
  const [value, min, max] = limits(node)
  return value > max && (!wraps(node, [value, min, max]) || value < min)
}

export const isOutOfRange = (node: Element): boolean => isUnder(node) || isOver(node)

/** The steps of a number control. Without a size, any value is valid. */
export function stepOf(node: Element): { readonly base: number; readonly size?: number } {
  const { step, min, defaultValue } = element(node)
  const base =
    [min, defaultValue].find((candidate) => candidate !== '' && !Number.isNaN(Number(candidate))) ??
    '0'
  if (step.toLowerCase() === 'any') return { base: Number(base) }
  return { base: Number(base), size: Number(step) > 0 ? Number(step) : 1 }
}

export function isOffStep(node: Element): boolean {
  const { value } = element(node)
  if (kind(node) !== 'number' || value === '') return false
  const { base, size } = stepOf(node)
  if (size === undefined) return false
  const steps = (Number(value) - base) / size
  return Math.abs(steps - Math.round(steps)) > 1e-9
}

/** The value as a number; NaN, which is neither less nor more, for an invalid value. */
function numeric(value: string, type: string): number {
  if (value === '') return Number.NaN
  if (type === 'number' || type === 'range') return Number(value)
  const week = /^(\d{4,})-W(\d\d)$/.exec(value)
  if (week) return Number(week[1]) * 100 + Number(week[2])
  return Date.parse(
    type === 'time' ? `1970-01-01T${value}Z` : type === 'datetime-local' ? `${value}Z` : value,
  )
}

export const canBeRequired = (node: Element): boolean =>
  /^(?:select|textarea)$/.test(node[S.localName]) || REQUIRABLE.has(kind(node))

export function isEditable(node: Element): boolean {
  if (node[S.localName] === 'textarea' || EDITABLE.has(kind(node))) {
    return !has(node, 'readonly') && !isDisabled(node)
  }
  for (let ancestor: Element | null = node; ancestor; ancestor = parentOf(ancestor)) {
    const state = element(ancestor).getAttribute('contenteditable')?.toLowerCase()
    if (state === 'false') return false
    if (state === '' || state === 'true' || state === 'plaintext-only') return true
  }
  return false
}
