// Coloured text for a terminal. In: values, of strangers too. Out: text in which only the colours that are
// given here are commands to the terminal: every value is made printable where it is put in.

import colours from 'picocolors'
import { printable } from '../diagnostics/printable.ts'

/** Text that a terminal may be given as it is. */
export class Styled {
  readonly #text: string
  constructor(text: string) {
    this.#text = text
  }
  toString(): string {
    return this.#text
  }
}

/** Writes a value so that it cannot command a terminal. */
export const safely = (value: unknown): string =>
  value instanceof Styled ? value.toString() : printable(String(value))

/** A template whose values are made printable; values that are styled stay so. */
export const styled = (texts: TemplateStringsArray, ...values: readonly unknown[]): Styled =>
  new Styled(
    texts.map((text, at) => text + (at < values.length ? safely(values[at]) : '')).join(''),
  )

const paint =
  (colour: (text: string) => string) =>
  (value: unknown): Styled =>
    new Styled(colour(safely(value)))

export const red = paint(colours.red)
export const green = paint(colours.green)
export const yellow = paint(colours.yellow)
export const cyan = paint(colours.cyan)
export const magenta = paint(colours.magenta)
export const bold = paint(colours.bold)
export const dim = paint(colours.dim)
