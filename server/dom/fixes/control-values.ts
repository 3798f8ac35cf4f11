/**
 * Reads and writes values of inputs and text areas, and their steps.
 * happy-dom takes the value attribute as it is, and 0 for the base of all steps:
 * capricorn86/happy-dom#2365, #2230, #1955.
 */
import { HTMLInputElementValueSanitizer } from '#happy-dom'
import { isOffStep, isOver, isUnder, stepOf } from '../additions/selectors/control-states.ts'
import { parsedColor } from '../css/colors.ts'
import { type InnerElement, type InnerWindow, inner, override, S, TEXT } from '../internals.ts'

type Valued = HTMLInputElement & { readonly [S.value]: string | null }

const NUMBER = /^-?(?:\d+|\d*\.\d+)(?:e[-+]?\d+)?$/i

const numberOr = (text: string, otherwise: number): number =>
  NUMBER.test(text) ? Number(text) : otherwise

function clampToRange(input: HTMLInputElement, value: string): string {
  const min = numberOr(input.min, 0)
  const max = Math.max(min, numberOr(input.max, 100))
  const requested = numberOr(value, min + (max - min) / 2)
  const number = Math.min(max, Math.max(min, requested))
  const { base, size } = stepOf(inner<InnerElement>(input))
  if (size === undefined) return String(number)
  const nearest = base + Math.round((number - base) / size) * size
  return exact(nearest > max ? nearest - size : nearest < min ? nearest + size : nearest)
}

const hex = (color: string): string => {
  const [red = 0, green = 0, blue = 0] = (color.match(/\d+/g) ?? []).map(Number)
  return `#${((red << 16) | (green << 8) | blue).toString(16).padStart(6, '0')}`
}

const exact = (number: number): string => String(Number(number.toPrecision(12)))

const isNumeric = ({ type }: HTMLInputElement): boolean => type === 'number' || type === 'range'

function step(input: HTMLInputElement, count: number): void {
  const { base, size } = stepOf(inner<InnerElement>(input))
  if (size === undefined) throw new DOMException('It has no steps', 'InvalidStateError')
  const isRange = input.type === 'range'
  const [min, max] = [
    numberOr(input.min, isRange ? 0 : -Infinity),
    numberOr(input.max, isRange ? 100 : Infinity),
  ]
  const number = numberOr(input.value, 0)
  if (min > max || count === 0) return
  const steps = (number - base) / size
  const isOn = Math.abs(steps - Math.round(steps)) < 1e-9
  const whole = isOn
    ? Math.round(steps) + count
    : count > 0
      ? Math.floor(steps) + count
      : Math.ceil(steps) + count
  const least = min === -Infinity ? min : base + Math.ceil((min - base) / size) * size
  const greatest = max === Infinity ? max : base + Math.floor((max - base) / size) * size
  const next = Math.min(greatest, Math.max(least, base + whole * size))
  if (count > 0 ? next >= number : next <= number) input.value = exact(next)
}

const ownText = (area: HTMLTextAreaElement): string =>
  [...area.childNodes].map((node) => (node.nodeType === TEXT ? (node as Text).data : '')).join('')

/** https://html.spec.whatwg.org/multipage/input.html */
export function installControlValues(window: InnerWindow): void {
  const { HTMLInputElement, HTMLTextAreaElement } = window
  Object.assign(HTMLInputElementValueSanitizer, { checkBoundaries: () => true })
  override(HTMLInputElementValueSanitizer, {
    sanitize(input: HTMLInputElement, value: string) {
      if (input.type === 'number') return NUMBER.test(value) ? value : ''
      if (input.type === 'range') return clampToRange(input, value)
      if (input.type === 'color') return hex(parsedColor(value) ?? '')
      return super.sanitize(input, value)
    },
  })
  override<Valued>(HTMLInputElement.prototype, {
    get value() {
      const value: string = super.value
      return this[S.value] === null
        ? HTMLInputElementValueSanitizer.sanitize(this as never, value)
        : value
    },
    stepUp(count = 1) {
      if (isNumeric(this)) step(this, Math.trunc(count))
      else super.stepUp(count)
    },
    stepDown(count = 1) {
      if (isNumeric(this)) step(this, -Math.trunc(count))
      else super.stepDown(count)
    },
  })
  const validity = Object.getPrototypeOf(window.document.createElement('input').validity)
  override<ValidityState & { element: object }>(validity, {
    get badInput() {
      return false
    },
    get stepMismatch() {
      return isOffStep(inner<InnerElement>(this.element))
    },
    get rangeUnderflow() {
      return isUnder(inner<InnerElement>(this.element))
    },
    get rangeOverflow() {
      return isOver(inner<InnerElement>(this.element))
    },
  })
  override<HTMLTextAreaElement & Pick<Valued, typeof S.value>>(HTMLTextAreaElement.prototype, {
    get defaultValue() {
      return ownText(this)
    },
    get value() {
      return this[S.value] ?? ownText(this)
    },
    set value(value: string) {
      super.value = value.replace(/\r\n?/g, '\n')
    },
  })
}
