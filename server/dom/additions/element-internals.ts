/**
 * Adds `attachInternals`. ARIA defaults are kept by the table of interfaces, for scripts alone.
 * https://html.spec.whatwg.org/multipage/custom-elements.html#element-internals
 * In happy-dom a constructor that calls it throws: capricorn86/happy-dom#1419.
 */

import { define, type InnerWindow, S } from '../internals.ts'
import { formOf, setFormValue } from './form-controls.ts'
import { internalsOf, isBarred, isFormAssociated } from './selectors/control-states.ts'
import { labelsOf } from './validity.ts'

type Validity = Record<string, boolean>

class CustomStateSet extends Set<string> {}

const statesOf = new WeakMap<object, ReadonlySet<string>>()

export const hasState = (element: object, state: string): boolean =>
  statesOf.get(element)?.has(state) ?? false

class ElementInternals {
  readonly states = new CustomStateSet()
  readonly #element: HTMLElement
  #validity: Validity = {}
  #message = ''

  constructor(element: HTMLElement) {
    this.#element = element
    statesOf.set(element, this.states)
    internalsOf.set(element, this as never)
  }

  get shadowRoot(): unknown {
    return this.#element[S.shadowRoot] ?? null
  }

  get #control(): HTMLElement {
    if (isFormAssociated(this.#element)) return this.#element
    throw new DOMException(
      'The target element is not a form-associated custom element.',
      'NotSupportedError',
    )
  }

  get form(): Element | null {
    return formOf(this.#control)
  }

  get labels(): NodeListOf<HTMLLabelElement> {
    return labelsOf(this.#control)
  }

  get willValidate(): boolean {
    return !isBarred(this.#control)
  }

  get validity(): Validity {
    return this.#validityOf(this.#validity)
  }

  #validityOf(faults: Validity): Validity {
    const valid = isFormAssociated(this.#control) && !Object.values(faults).some(Boolean)
    return { ...NO_FAULTS, ...faults, valid }
  }

  get validationMessage(): string {
    return isFormAssociated(this.#control) ? this.#message : ''
  }

  setFormValue(value: unknown): void {
    setFormValue(this.#control, value)
  }

  setValidity(faults: Validity = {}, message = ''): void {
    const { valid } = this.#validityOf(faults)
    if (!valid && message === '') throw new TypeError('The message is needed where a flag is set.')
    this.#validity = { ...faults }
    this.#message = valid ? '' : message
  }

  checkValidity(): boolean {
    const valid = !this.willValidate || this.validity.valid === true
    if (!valid) this.#element.dispatchEvent(new Event('invalid', { cancelable: true }))
    return valid
  }

  reportValidity(): boolean {
    return this.checkValidity()
  }
}

const NO_FAULTS: Validity = Object.fromEntries(
  'badInput customError patternMismatch rangeOverflow rangeUnderflow stepMismatch tooLong tooShort typeMismatch valueMissing'
    .split(' ')
    .map((fault) => [fault, false]),
)

export function installElementInternals(window: InnerWindow): void {
  const attached = new WeakSet<HTMLElement>()
  const refuse = (reason: string): never => {
    throw new window.DOMException(
      `Failed to execute 'attachInternals' on 'HTMLElement': ${reason}`,
      'NotSupportedError',
    )
  }
  Object.assign(window, { ElementInternals, CustomStateSet })
  define<HTMLElement>(window.HTMLElement.prototype, {
    attachInternals() {
      if (!this.localName.includes('-')) refuse('the element is not a custom element')
      if (attached.has(this)) refuse('the element has them already')
      attached.add(this)
      return new ElementInternals(this)
    },
  })
}
