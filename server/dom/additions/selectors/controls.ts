/**
 * States of form controls for selectors.
 * https://html.spec.whatwg.org/multipage/form-control-infrastructure.html#constraints
 */
import { type InnerElement, type InnerNode, S } from '../../internals.ts'

const set = (text: string): ReadonlySet<string> => new Set(text.split(' '))

const DATES = 'date month week time datetime-local'
const TEXTS = 'text search url tel email password'
const EDITABLE = set(`${TEXTS} number ${DATES}`)
const REQUIRABLE = set(`${TEXTS} number checkbox radio file ${DATES}`)
const RANGED = set(`number range ${DATES}`)

const element = (node: InnerNode) => node as unknown as HTMLInputElement
const has = (node: InnerNode, name: string): boolean => element(node).hasAttribute(name)

const parentOf = (node: InnerNode): InnerElement | null => {
  const parent = node[S.parentNode]
  return parent?.[S.nodeType] === 1 ? (parent as InnerElement) : null
}

const kind = (node: InnerElement): string =>
  node[S.localName] === 'input' ? element(node).type : ''

export function isDisabled(node: InnerElement): boolean {
  if (has(node, 'disabled')) return true
  const name = node[S.localName]
  const parent = parentOf(node)
  if (name === 'option') return parent?.[S.localName] === 'optgroup' && has(parent, 'disabled')
  return name !== 'optgroup' && isInDisabledFieldset(node)
}

/** The first legend is excepted. */
function isInDisabledFieldset(node: InnerElement): boolean {
  let child: InnerElement = node
  for (let at = parentOf(node); at; child = at, at = parentOf(at)) {
    if (at[S.localName] !== 'fieldset' || !has(at, 'disabled')) continue
    if (child !== at[S.elementArray].find((one) => one[S.localName] === 'legend')) return true
  }
  return false
}

export const isFormAssociated = (node: object): boolean =>
  (node.constructor as { formAssociated?: unknown }).formAssociated === true

export function isBarred(node: InnerElement): boolean {
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

/** Forms and fieldsets are invalid with any invalid control. */
export function isInvalid(node: InnerElement): boolean {
  const name = node[S.localName]
  if (name === 'form' || name === 'fieldset') {
    const inside = 'input, select, textarea, button'
    const form = name === 'form' ? element(node) : null
    const root = (form ? element(node).getRootNode() : element(node)) as ParentNode
    return [...root.querySelectorAll<HTMLInputElement>(inside)].some((one) => {
      const control = one as unknown as InnerElement
      return (!form || isOf(one, form)) && !isBarred(control) && isInvalid(control)
    })
  }
  const { validity } = element(node)
  if (!validity) return false
  // happy-dom ignores step bases and date ranges.
  const faults = [
    'customError',
    'patternMismatch',
    'tooLong',
    'tooShort',
    'typeMismatch',
    'valueMissing',
    'badInput',
  ]
  return (
    faults.some((fault) => validity[fault as keyof ValidityState]) ||
    isOutOfRange(node) ||
    isOffStep(node)
  )
}

const isOf = (control: HTMLInputElement, form: Element): boolean => {
  const owner = control.form as unknown as InnerElement | null
  return (
    owner === (form as unknown) ||
    owner?.[S.proxy] === (form as unknown) ||
    (owner !== null && (form as unknown as InnerElement)[S.proxy] === (owner as unknown))
  )
}

export const hasRange = (node: InnerElement): boolean =>
  RANGED.has(kind(node)) &&
  !isBarred(node) &&
  (/^(?:range|number)$/.test(kind(node)) || has(node, 'min') || has(node, 'max'))

export function isOutOfRange(node: InnerElement): boolean {
  const type = kind(node)
  const { value, min, max } = element(node)
  if (!RANGED.has(type) || type === 'range' || value === '') return false
  const [number, least, most] = [value, min, max].map((text) => numeric(text, type)) as [
    number,
    number,
    number,
  ]
  // Times wrap around midnight: valid from the minimum on, or up to the maximum.
  if (type === 'time' && least > most) return number < least && number > most
  return number < least || number > most
}

function isOffStep(node: InnerElement): boolean {
  const type = kind(node)
  const { step, min, value, defaultValue } = element(node)
  if (type !== 'number' || value === '' || step.toLowerCase() === 'any') return false
  const size = Number(step) > 0 ? Number(step) : 1
  const base = [min, defaultValue].find((text) => text !== '' && !Number.isNaN(Number(text))) ?? '0'
  const steps = (Number(value) - Number(base)) / size
  return Math.abs(steps - Math.round(steps)) > 1e-9
}

/** NaN for an invalid value: it is neither less nor more. */
function numeric(text: string, type: string): number {
  if (text === '') return Number.NaN
  if (type === 'number' || type === 'range') return Number(text)
  const week = /^(\d{4,})-W(\d\d)$/.exec(text)
  if (week) return Number(week[1]) * 100 + Number(week[2])
  return Date.parse(
    type === 'time' ? `1970-01-01T${text}Z` : type === 'datetime-local' ? `${text}Z` : text,
  )
}

export const canBeRequired = (node: InnerElement): boolean =>
  /^(?:select|textarea)$/.test(node[S.localName]) || REQUIRABLE.has(kind(node))

export function isEditable(node: InnerElement): boolean {
  if (node[S.localName] === 'textarea' || EDITABLE.has(kind(node))) {
    return !has(node, 'readonly') && !isDisabled(node)
  }
  for (let at: InnerElement | null = node; at; at = parentOf(at)) {
    const given = element(at).getAttribute('contenteditable')?.toLowerCase()
    if (given === 'false') return false
    if (given === '' || given === 'true' || given === 'plaintext-only') return true
  }
  return false
}
