/**
 * Reads and writes values of inputs and text areas, and their steps.
 * happy-dom takes the value attribute as it is, and 0 for the base of all steps:
 * capricorn86/happy-dom#2365, #2230, #1955.
 */
import { HappyDOM } from '#happy-dom'
import { stepOf } from '../additions/selectors/control-states.ts'
import { parsedColor } from '../css/colors.ts'
import { type InnerWindow, override, S, TEXT } from '../internals.ts'

type Valued = HTMLInputElement & { readonly [S.value]: string | null }

const NUMBER = /^-?(?:\d+|\d*\.\d+)(?:e[-+]?\d+)?$/i

const numberOr = (text: string, otherwise: number): number =>
  NUMBER.test(text) ? Number(text) : otherwise

function clampToRange(input: HTMLInputElement, value: string): string {
  const min = numberOr(input.min, 0)
  const max = Math.max(min, numberOr(input.max, 100))
  const requested = numberOr(value, min + (max - min) / 2)
  const number = Math.min(max, Math.max(min, requested))
  const { base, size } = stepOf(input)
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
  const { base, size } = stepOf(input)
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

/** Units and default steps by type: ms or months, as `valueAsNumber` counts. */
const UNITS: Readonly<Record<string, readonly [unit: number, step: number]>> = {
  date: [86_400_000, 1],
  month: [1, 1],
  time: [1000, 60],
  'datetime-local': [1000, 60],
}

function stepDate(input: HTMLInputElement, count: number): void {
  const [unit, least] = UNITS[input.type] as readonly [number, number]
  const next = (input.valueAsNumber || 0) + count * unit * (Number(input.step) || least)
  const before = input.value
  input.valueAsNumber = next
  const { rangeOverflow, rangeUnderflow } = input.validity
  if (rangeOverflow || rangeUnderflow) input.value = before
}

const ownText = (area: HTMLTextAreaElement): string =>
  [...area.childNodes].map((node) => (node.nodeType === TEXT ? (node as Text).data : '')).join('')

/** https://html.spec.whatwg.org/multipage/input.html */
export function installControlValues(window: InnerWindow): void {
  const { HTMLInputElement, HTMLTextAreaElement } = window
  Object.assign(HappyDOM.HTMLInputElementValueSanitizer, { checkBoundaries: () => true })
  override(HappyDOM.HTMLInputElementValueSanitizer, {
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
        ? HappyDOM.HTMLInputElementValueSanitizer.sanitize(this, value)
        : value
    },
    stepUp(count = 1) {
      if (UNITS[this.type]) stepDate(this, Math.trunc(count))
      else if (isNumeric(this)) step(this, Math.trunc(count))
      else super.stepUp(count)
    },
    stepDown(count = 1) {
      if (UNITS[this.type]) stepDate(this, -Math.trunc(count))
      else if (isNumeric(this)) step(this, -Math.trunc(count))
      else super.stepDown(count)
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
