/**
 * Implements states of elements for selectors.
 * https://html.spec.whatwg.org/multipage/semantics-other.html#pseudo-classes
 */

import { type InnerElement, type InnerNode, type InnerWindow, S } from '../../internals.ts'
import { hasState } from '../element-internals.ts'
import { isModal, isPopoverOpen } from '../top-layer.ts'
import {
  canBeRequired,
  hasRange,
  isBarred,
  isDisabled,
  isEditable,
  isInvalid,
  isOutOfRange,
} from './controls.ts'

type Of = (element: InnerElement) => boolean

const HTML = 'http://www.w3.org/1999/xhtml'
const TEXT = new Set(['text', 'search', 'url', 'tel', 'email', 'password', 'number'])

const attribute = (element: InnerElement, name: string): string | null =>
  (element as unknown as Element).getAttribute(name)
const has = (element: InnerElement, name: string): boolean => attribute(element, name) !== null
const control = (element: InnerElement) => element as unknown as HTMLInputElement

const is = (element: InnerElement, ...names: readonly string[]): boolean =>
  names.includes(element[S.localName]) && element[S.namespaceURI] === HTML

const isToggle = (element: InnerElement): boolean =>
  is(element, 'input') && /^(?:checkbox|radio)$/.test(control(element).type)

const CONTROLS = ['button', 'input', 'select', 'textarea', 'option', 'optgroup', 'fieldset']
const isControl: Of = (element) => is(element, ...CONTROLS) || isFormAssociated(element)
const isFormAssociated: Of = (element) =>
  element[S.localName].includes('-') &&
  (element.constructor as { formAssociated?: boolean }).formAssociated === true

const isLink: Of = (element) =>
  is(element, 'a', 'area')
    ? has(element, 'href')
    : element[S.localName] === 'a' && (has(element, 'href') || has(element, 'xlink:href'))

const isChecked: Of = (element) =>
  is(element, 'option')
    ? (element as unknown as HTMLOptionElement).selected
    : isToggle(element) && control(element).checked

const isRequired: Of = (element) => canBeRequired(element) && has(element, 'required')
const isOptional: Of = (element) =>
  is(element, 'button', 'input', 'select', 'textarea') && !isRequired(element)

const isDefault: Of = (element) => {
  if (is(element, 'option')) return has(element, 'selected')
  if (isToggle(element)) return has(element, 'checked')
  const { form } = control(element)
  return form != null && isSubmit(element) && firstSubmit(form) === element
}
const isSubmit: Of = (element) =>
  is(element, 'button', 'input') && /^(?:submit|image)$/.test(control(element).type)

function firstSubmit(form: HTMLFormElement): unknown {
  const root = form.getRootNode() as ParentNode
  const all = root.querySelectorAll('button, input')
  return [...all].find((one) => control(one as never).form === form && isSubmit(one as never))
}

const isIndeterminate: Of = (element) => {
  if (is(element, 'progress')) return !has(element, 'value')
  if (!isToggle(element)) return false
  const input = control(element)
  if (input.type === 'checkbox') return input.indeterminate
  const name = attribute(element, 'name')
  if (!name || input.checked) return !input.checked
  const all = (input.getRootNode() as ParentNode).querySelectorAll('input[type=radio]')
  const group = [...all].filter((one) => one.getAttribute('name') === name) as HTMLInputElement[]
  return !group.some((one) => one.checked && one.form === input.form)
}

const isPlaceholderShown: Of = (element) => {
  const text = is(element, 'textarea') || (is(element, 'input') && TEXT.has(control(element).type))
  return text && has(element, 'placeholder') && control(element).value === ''
}

const isDefined: Of = (element) => {
  const name = attribute(element, 'is') ?? element[S.localName]
  if (element[S.namespaceURI] !== HTML || !name.includes('-') || RESERVED.test(name)) return true
  const definition = windowOf(element).customElements.get(name)
  return definition !== undefined && element instanceof definition
}
const RESERVED =
  /^(?:annotation-xml|color-profile|font-face(?:-(?:src|uri|format|name))?|missing-glyph)$/

const windowOf = (element: InnerElement): InnerWindow => element[S.window]

const isFocused: Of = (element) => {
  const { activeElement } = (element as unknown as Element).ownerDocument
  return activeElement?.localName !== 'body' && activeElement === (element as unknown)
}
const holdsFocus: Of = (element) => {
  const { activeElement: active } = (element as unknown as Element).ownerDocument
  return (
    active !== null &&
    active.localName !== 'body' &&
    (element as unknown as Element).contains(active)
  )
}

const isTarget: Of = (element) => {
  const document = (element as unknown as Element).ownerDocument
  const isInDocument = (element as unknown as Element).getRootNode() === document
  const id = isInDocument ? document.location?.hash.slice(1) : ''
  if (!id || attribute(element, 'id') === null) return false
  return [id, decoded(id)].includes(attribute(element, 'id') as string)
}
function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

const isValidated: Of = (element) => is(element, 'form', 'fieldset') || !isBarred(element)

export const STATES: Readonly<
  Record<string, Of | ((element: InnerElement, data: never) => boolean)>
> = {
  '-link': isLink,
  '-any-link': isLink,
  '--webkit-any-link': isLink,
  '-checked': isChecked,
  '-default': isDefault,
  '-defined': isDefined,
  '-disabled': (element: InnerElement) => isControl(element) && isDisabled(element),
  '-enabled': (element: InnerElement) => isControl(element) && !isDisabled(element),
  // `:empty`
  '-empty': (element: InnerElement) => !element[S.nodeArray].some(isContent),
  '-focus': isFocused,
  '-focus-visible': isFocused,
  '-focus-within': holdsFocus,
  '-host': (node: InnerElement) => node[S.host] != null,
  '-in-range': (element: InnerElement) => hasRange(element) && !isOutOfRange(element),
  '-out-of-range': (element: InnerElement) => hasRange(element) && isOutOfRange(element),
  '-indeterminate': isIndeterminate,
  '-valid': (element: InnerElement) => isValidated(element) && !isInvalid(element),
  '-invalid': (element: InnerElement) => isValidated(element) && isInvalid(element),
  '-modal': (element: InnerElement) => is(element, 'dialog') && isModal(element),
  '-open': (element: InnerElement) => is(element, 'details', 'dialog') && has(element, 'open'),
  '-required': isRequired,
  '-optional': isOptional,
  '-placeholder-shown': isPlaceholderShown,
  '-popover-open': isPopoverOpen,
  '-read-write': isEditable,
  '-read-only': (element: InnerElement) => element[S.namespaceURI] === HTML && !isEditable(element),
  '-root': (element: InnerElement) => element[S.parentNode]?.[S.nodeType] === 9,
  '-state': (element: InnerElement, name: string) => hasState(element, name),
  '-target': isTarget,
}

const isContent = (node: InnerNode): boolean =>
  node[S.nodeType] === 1 || (node[S.nodeType] === 3 && node[S.data] !== '')
