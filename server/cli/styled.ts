// Text for a terminal, with colours. Untrusted values cannot control the terminal.

import { styleText } from 'node:util'
import { printable } from '../diagnostics/printable.ts'

export const count = (number: number, unit: string, units = `${unit}s`): string =>
  `${number.toLocaleString('en')} ${number === 1 ? unit : units}`

/** Text that is safe to print. */
export class Styled extends String {}

export const safely = (value: unknown): string =>
  value instanceof Styled ? value.toString() : printable(String(value))

/** A template that escapes its values, except styled ones. */
export const styled = (texts: TemplateStringsArray, ...values: readonly unknown[]): Styled =>
  new Styled(
    texts.map((text, at) => text + (at < values.length ? safely(values[at]) : '')).join(''),
  )

const paint =
  (colour: Parameters<typeof styleText>[0]) =>
  (value: unknown): Styled =>
    new Styled(styleText(colour, safely(value)))

export const red = paint('red')
export const green = paint('green')
export const yellow = paint('yellow')
export const cyan = paint('cyan')
export const magenta = paint('magenta')
export const bold = paint('bold')
export const dim = paint('dim')
