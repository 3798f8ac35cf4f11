/**
 * Validates form controls with Chromium's messages, and finds their labels. An addition: happy-dom
 * validates disabled controls and texts that nobody typed, and matches parts of texts.
 * https://html.spec.whatwg.org/multipage/form-control-infrastructure.html#constraints
 */
import { HappyDOM } from '#happy-dom'
import { define, hasTag, type InnerWindow, override, S } from '../internals.ts'
import {
  canBeRequired,
  isBarred,
  isFormAssociated,
  isOffStep,
  isOver,
  isTextInput,
  isUnder,
  radioGroup,
  stepOf,
} from './selectors/control-states.ts'

type Control = HTMLInputElement
type Validity = ValidityState & { readonly element: Control }

const CONTROLS = 'Input Select TextArea Button Object Output FieldSet'
const LABELED = 'Input Select TextArea Button Output Meter Progress'
/** https://html.spec.whatwg.org/multipage/input.html#valid-e-mail-address */
const EMAIL =
  /^[\w.!#$%&'*+/=?^`{|}~-]+@[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?(?:\.[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?)*$/i

function isMissing(control: Control): boolean {
  const { type, value } = control
  if (type === 'radio') return isGroupMissing(control)
  if (!control.required || !canBeRequired(control) || isFixed(control)) return false
  if (type === 'checkbox') return !control.checked
  if (hasTag(control, 'select')) return isNothingChosen(control)
  return value === ''
}

const isFixed = (control: Control): boolean =>
  control.matches(':disabled') || (control.readOnly && !/^(?:checkbox|file)$/.test(control.type))

function isGroupMissing(radio: Control): boolean {
  const group = radio.name === '' ? [radio] : radioGroup(radio)
  return group.some(({ required }) => required) && !group.some(({ checked }) => checked)
}

function isNothingChosen(select: HTMLSelectElement): boolean {
  const [first] = select.options
  const isPlaceholder =
    !select.multiple && select.size < 2 && first?.value === '' && first.parentNode === select
  return ![...select.selectedOptions].some((option) => !(isPlaceholder && option === first))
}

function isMismatched({ type, value, multiple }: Control): boolean {
  if (value === '') return false
  if (type === 'url') return !URL.canParse(value)
  if (type !== 'email') return false
  return !(multiple ? value.split(',') : [value]).every((address) => EMAIL.test(address.trim()))
}

function isOffPattern(control: Control): boolean {
  const { value, pattern } = control
  if (!isTextInput(control) || !pattern || value === '') return false
  try {
    return !new RegExp(`^(?:${pattern})$`, 'v').test(value)
  } catch {
    return false
  }
}

const wrongEmail = ({ value }: Control): string => {
  if (!value.includes('@'))
    return `Please include an '@' in the email address. '${value}' is missing an '@'.`
  if (value.startsWith('@')) return `Please enter a part followed by '@'. '${value}' is incomplete.`
  if (value.endsWith('@')) return `Please enter a part following '@'. '${value}' is incomplete.`
  return 'Please enter an email address.'
}

const missing = ({ type, localName }: Control): string => {
  if (localName === 'select') return 'Please select an item in the list.'
  if (type === 'checkbox') return 'Please check this box if you want to proceed.'
  if (type === 'radio') return 'Please select one of these options.'
  return type === 'file' ? 'Please select a file.' : 'Please fill out this field.'
}

const offStep = (control: Control): string => {
  const { base, size = 1 } = stepOf(control)
  const below = base + Math.floor((Number(control.value) - base) / size) * size
  return `Please enter a valid value. The two nearest valid values are ${below} and ${below + size}.`
}

/** Messages of faults, in the order in which Chromium looks for them. */
const MESSAGES: readonly (readonly [keyof ValidityState, (control: Control) => string])[] = [
  ['valueMissing', missing],
  [
    'typeMismatch',
    (control) => (control.type === 'url' ? 'Please enter a URL.' : wrongEmail(control)),
  ],
  ['patternMismatch', () => 'Please match the requested format.'],
  ['rangeUnderflow', ({ min }) => `Value must be greater than or equal to ${min}.`],
  ['rangeOverflow', ({ max }) => `Value must be less than or equal to ${max}.`],
  ['stepMismatch', offStep],
]

/** A text is bad, too long or too short only if a person has typed it. */
const never = (): boolean => false

const FAULTS: Readonly<Record<string, (control: Control) => boolean>> = {
  badInput: never,
  stepMismatch: isOffStep,
  rangeUnderflow: isUnder,
  rangeOverflow: isOver,
  valueMissing: isMissing,
  typeMismatch: isMismatched,
  patternMismatch: isOffPattern,
  tooLong: never,
  tooShort: never,
}

export function installValidity(window: InnerWindow): void {
  const validity: object = Object.getPrototypeOf(window.document.createElement('input').validity)
  for (const [fault, isFaulty] of Object.entries(FAULTS))
    override<Validity, object>(validity, {
      get [fault]() {
        return isFaulty(this.element)
      },
    })
  for (const name of CONTROLS.split(' '))
    validate(Reflect.get(window, `HTML${name}Element`).prototype)
  installLabels(window)
}

function validate(prototype: object): void {
  define<Control & { readonly [S.validationMessage]: string }>(prototype, {
    get willValidate() {
      return !isBarred(this)
    },
    get validationMessage() {
      if (!this.willValidate) return ''
      const { validity } = this
      const custom = this[S.validationMessage]
      return custom || (MESSAGES.find(([fault]) => validity[fault])?.[1](this) ?? '')
    },
    checkValidity() {
      const isValid = !this.willValidate || this.validity.valid
      if (!isValid) this.dispatchEvent(new Event('invalid', { cancelable: true }))
      return isValid
    },
    reportValidity() {
      return this.checkValidity()
    },
  })
}

const LABELABLE = 'button, input:not([type=hidden i]), meter, output, progress, select, textarea'
const isLabelable = (element: Element): boolean =>
  element.matches(LABELABLE) || isFormAssociated(element)

/** https://html.spec.whatwg.org/multipage/forms.html#labeled-control */
function installLabels(window: InnerWindow): void {
  define<HTMLLabelElement>(window.HTMLLabelElement.prototype, {
    get control() {
      const id = this.getAttribute('for')
      if (id === null) return [...this.querySelectorAll('*')].find(isLabelable) ?? null
      const element = (this.getRootNode() as Document).getElementById?.(id)
      return element && isLabelable(element) ? element : null
    },
  })
  for (const name of LABELED.split(' '))
    define<HTMLInputElement>(Reflect.get(window, `HTML${name}Element`).prototype, {
      get labels() {
        return isLabelable(this) ? labelsOf(this) : null
      },
    })
}

export function labelsOf(control: Element): NodeListOf<HTMLLabelElement> {
  const root = control.getRootNode() as ParentNode
  const labels = [...root.querySelectorAll('label')].filter((label) => label.control === control)
  return new HappyDOM.NodeList(S.illegalConstructor, labels)
}
