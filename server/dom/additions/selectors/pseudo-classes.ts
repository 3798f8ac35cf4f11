/**
 * Implements pseudo-classes for css-select, by the names that `parse.ts` gives them.
 * https://html.spec.whatwg.org/multipage/semantics-other.html#pseudo-classes
 */
import type { Selector } from 'css-what'
import { HTML } from '../../../html/names.ts'
import { slotOf } from '../../fixes/slots.ts'
import { DOCUMENT, ELEMENT, type InnerWindow, S, TEXT } from '../../internals.ts'
import { hasState } from '../element-internals.ts'
import { isModal, isPopoverOpen } from '../top-layer.ts'
import {
  canBeRequired,
  hasRange,
  isBarred,
  isDisabled,
  isEditable,
  isFormAssociated,
  isInvalid,
  isOutOfRange,
  isTextInput,
  radioGroup,
} from './control-states.ts'
import { inDirection, inLanguage } from './language.ts'
import type { Argument, Complex } from './tokens.ts'

type Compile = (list: readonly Complex[]) => (element: Element) => boolean
type PseudoClass = ((element: Element) => boolean) | ((element: Element, data: never) => boolean)

interface Nth extends Argument {
  readonly a: number
  readonly b: number
  readonly fromEnd: boolean
}
interface NamedAttribute {
  readonly name: string
  readonly action?: string
  readonly value?: string
  readonly flag?: string
}

const SPACE = /[\t\n\f\r ]/

/** The scope of the query that runs. */
const scope: { node: object | null } = { node: null }

export const isInHtml = (element: Element): boolean =>
  element[S.ownerDocument].contentType === 'text/html'

/** @param node What `:scope` matches; for a document, its element; null for nothing. */
export function within<T>(node: Node | null, query: () => T): T {
  const outer = scope.node
  scope.node = node?.[S.nodeType] === DOCUMENT ? (node as Document).documentElement : node
  try {
    return query()
  } finally {
    scope.node = outer
  }
}

const isScope = (element: Element): boolean =>
  element === scope.node || element[S.proxy] === scope.node

export function pseudoClasses(compile: Compile): Readonly<Record<string, PseudoClass>> {
  const matches = (argument: Argument, element: Element): boolean => {
    argument.match ??= compile(argument.list) as (element: object) => boolean
    return argument.match(element)
  }
  return {
    '-any': (element: Element, of: Argument) => matches(of, element),
    '-none': (element: Element, of: Argument) => !matches(of, element),
    '-host-like': (element: Element, of: Argument) => {
      const host = element[S.host]
      return host != null && matches(of, host)
    },
    '-host-context-like': (element: Element, of: Argument) => {
      let ancestor: Node | null | undefined = element[S.host]
      // Goes through slots, as Chromium does.
      for (; ancestor; ancestor = slotOf(ancestor) ?? ancestor[S.parentNode] ?? ancestor[S.host]) {
        if (ancestor[S.nodeType] === ELEMENT && matches(of, ancestor as Element)) return true
      }
      return false
    },
    '-nth-of': (element: Element, of: Nth) => {
      if (!matches(of, element)) return false
      const siblings: readonly Element[] = element[S.parentNode]?.[S.elementArray] ?? [element]
      const like = siblings.filter((sibling) => matches(of, sibling))
      const index = like.indexOf(element)
      const steps = (of.fromEnd ? like.length - index : index + 1) - of.b
      return of.a === 0 ? steps === 0 : steps % of.a === 0 && steps / of.a >= 0
    },
    '-never': (_: Element) => false,
    '-pseudo-element': (_: Element, _of: unknown) => false,
    '-element': (element: Element) => element[S.nodeType] === ELEMENT,
    '-always': (_: Element, _of: string) => true,
    '-html': isHtml,
    '-html-document': isInHtml,
    '-unless': (element: Element, where: string) =>
      where === '-html' ? !isHtml(element) : !isInHtml(element),
    '-no-namespace': (element: Element) => !element[S.namespaceURI],
    '-class': hasClass,
    '-attribute': hasAttribute,
    '-scope': isScope,
    // Unlike `:scope`, no shadow root.
    '-nesting': isScope,
    '-lang': inLanguage,
    '-dir': inDirection,
    ...STATES,
  }
}

/** A shadow root in its host's place has no state. */
export const ofElements = (classes: Readonly<Record<string, PseudoClass>>): typeof classes =>
  Object.fromEntries(
    Object.entries(classes).map(([name, test]) => {
      if (name === '-any' || name === '-scope' || name.startsWith('-host')) return [name, test]
      const matches = test as (element: Element, data?: unknown) => boolean
      const guarded =
        test.length > 1
          ? (element: Element, data: unknown) =>
              element[S.nodeType] === ELEMENT && matches(element, data)
          : (element: Element) => element[S.nodeType] === ELEMENT && matches(element)
      return [name, guarded]
    }),
  )

/** `*` excludes a shadow root in its host's place. */
export const elementsOnly = (part: Selector): Selector =>
  part.type === 'universal'
    ? ({ type: 'pseudo', name: '-element', data: null } as Selector)
    : { ...part }

const isHtml = (element: Element): boolean => element[S.namespaceURI] === HTML && isInHtml(element)

function hasClass(element: Element, name: string): boolean {
  const value =
    (element[S.attributes]?.[S.items].size ?? 0) === 0 ? null : element.getAttribute('class')
  if (value === null) return false
  if (value === name) return true
  for (let index = value.indexOf(name); index >= 0; index = value.indexOf(name, index + 1)) {
    const after = index + name.length
    const begins = index === 0 || SPACE.test(value[index - 1] as string)
    if (begins && (after === value.length || SPACE.test(value[after] as string))) return true
  }
  return false
}

const localNameOf = (attribute: Attr, element: Element): string => {
  const name = attribute[S.localName] ?? attribute[S.name]
  return isInHtml(element) ? name.toLowerCase() : name
}

function hasAttribute(
  element: Element,
  { name, action, value = '', flag }: NamedAttribute,
): boolean {
  const folded = (content: string) => (flag === 'i' ? content.toLowerCase() : content)
  const expected = folded(value)
  const local = isInHtml(element) ? name.toLowerCase() : name
  return [...element[S.attributes][S.items].values()].some((attribute) => {
    if (localNameOf(attribute, element) !== local) return false
    const has = folded(attribute[S.value] ?? '')
    switch (action) {
      case 'equals':
        return has === expected
      case 'element':
        return has.split(SPACE).includes(expected)
      case 'start':
        return has.startsWith(expected)
      case 'end':
        return has.endsWith(expected)
      case 'any':
        return has.includes(expected)
      case 'hyphen':
        return has === expected || has.startsWith(`${expected}-`)
      default:
        return true
    }
  })
}

type State = (element: Element) => boolean

const attribute = (element: Element, name: string): string | null => element.getAttribute(name)
const has = (element: Element, name: string): boolean => attribute(element, name) !== null
const control = (element: Element) => element as HTMLInputElement

const is = (element: Element, ...names: readonly string[]): boolean =>
  names.includes(element[S.localName]) && element[S.namespaceURI] === HTML

const isToggle = (element: Element): boolean =>
  is(element, 'input') && /^(?:checkbox|radio)$/.test(control(element).type)

const CONTROLS = ['button', 'input', 'select', 'textarea', 'option', 'optgroup', 'fieldset']
const isControl: State = (element) => is(element, ...CONTROLS) || isFormAssociated(element)

const isLink: State = (element) =>
  is(element, 'a', 'area')
    ? has(element, 'href')
    : element[S.localName] === 'a' && (has(element, 'href') || has(element, 'xlink:href'))

const isChecked: State = (element) =>
  is(element, 'option')
    ? (element as HTMLOptionElement).selected
    : isToggle(element) && control(element).checked

const isRequired: State = (element) => canBeRequired(element) && has(element, 'required')
const isOptional: State = (element) =>
  is(element, 'button', 'input', 'select', 'textarea') && !isRequired(element)

const isDefault: State = (element) => {
  if (is(element, 'option')) return has(element, 'selected')
  if (isToggle(element)) return has(element, 'checked')
  const { form } = control(element)
  return form != null && isSubmit(element) && firstSubmit(form) === element
}
const isSubmit: State = (element) =>
  is(element, 'button', 'input') && /^(?:submit|image)$/.test(control(element).type)

function firstSubmit(form: HTMLFormElement): unknown {
  const root = form.getRootNode() as ParentNode
  const controls = root.querySelectorAll('button, input')
  return [...controls].find((button) => control(button).form === form && isSubmit(button))
}

const isIndeterminate: State = (element) => {
  if (is(element, 'progress')) return !has(element, 'value')
  if (!isToggle(element)) return false
  const input = control(element)
  if (input.type === 'checkbox') return input.indeterminate
  if (input.name === '' || input.checked) return !input.checked
  return !radioGroup(input).some(({ checked }) => checked)
}

const isPlaceholderShown: State = (element) => {
  const takesText =
    is(element, 'textarea') ||
    (is(element, 'input') && (isTextInput(element) || control(element).type === 'number'))
  return takesText && has(element, 'placeholder') && control(element).value === ''
}

const isDefined: State = (element) => {
  const name = attribute(element, 'is') ?? element[S.localName]
  if (element[S.namespaceURI] !== HTML || !name.includes('-') || RESERVED.test(name)) return true
  const definition = windowOf(element).customElements.get(name)
  return definition !== undefined && element instanceof definition
}
const RESERVED =
  /^(?:annotation-xml|color-profile|font-face(?:-(?:src|uri|format|name))?|missing-glyph)$/

const windowOf = (element: Element): InnerWindow => element[S.window]

const isFocused: State = (element) => {
  const { activeElement } = element.ownerDocument
  return activeElement?.localName !== 'body' && activeElement === element
}
const holdsFocus: State = (element) => {
  const { activeElement: active } = element.ownerDocument
  return active !== null && active.localName !== 'body' && element.contains(active)
}

const isTarget: State = (element) => {
  const document = element.ownerDocument
  const isInDocument = element.getRootNode() === document
  const id = isInDocument ? document.location?.hash.slice(1) : ''
  if (!id || attribute(element, 'id') === null) return false
  return [id, decoded(id)].includes(attribute(element, 'id') as string)
}
function decoded(fragment: string): string {
  try {
    return decodeURIComponent(fragment)
  } catch {
    return fragment
  }
}

const isValidated: State = (element) => is(element, 'form', 'fieldset') || !isBarred(element)

const STATES: Readonly<Record<string, PseudoClass>> = {
  '-link': isLink,
  '-any-link': isLink,
  '--webkit-any-link': isLink,
  '-checked': isChecked,
  '-default': isDefault,
  '-defined': isDefined,
  '-disabled': (element: Element) => isControl(element) && isDisabled(element),
  '-enabled': (element: Element) => isControl(element) && !isDisabled(element),
  // `:empty`
  '-empty': (element: Element) => !element[S.nodeArray].some(isContent),
  '-focus': isFocused,
  '-focus-visible': isFocused,
  '-focus-within': holdsFocus,
  '-host': (node: Element) => node[S.host] != null,
  '-in-range': (element: Element) => hasRange(element) && !isOutOfRange(element),
  '-out-of-range': (element: Element) => hasRange(element) && isOutOfRange(element),
  '-indeterminate': isIndeterminate,
  '-valid': (element: Element) => isValidated(element) && !isInvalid(element),
  '-invalid': (element: Element) => isValidated(element) && isInvalid(element),
  '-modal': (element: Element) => is(element, 'dialog') && isModal(element),
  '-open': (element: Element) => is(element, 'details', 'dialog') && has(element, 'open'),
  '-required': isRequired,
  '-optional': isOptional,
  '-placeholder-shown': isPlaceholderShown,
  '-popover-open': isPopoverOpen,
  '-read-write': isEditable,
  '-read-only': (element: Element) => element[S.namespaceURI] === HTML && !isEditable(element),
  '-root': (element: Element) => element[S.parentNode]?.[S.nodeType] === DOCUMENT,
  '-state': (element: Element, name: string) => hasState(element, name),
  '-target': isTarget,
}

const isContent = (node: Node): boolean =>
  node[S.nodeType] === ELEMENT || (node[S.nodeType] === TEXT && node[S.data] !== '')
