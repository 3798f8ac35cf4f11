// Coloured terminal text. Every value is made printable, so that untrusted text cannot control the
// terminal.

import colours from 'picocolors'
import { printable } from '../diagnostics/printable.ts'

/** Text that is safe to print. */
export class Styled {
  readonly #text: string
  constructor(text: string) {
    this.#text = text
  }
  toString(): string {
    return this.#text
  }
}

export const safely = (value: unknown): string =>
  value instanceof Styled ? value.toString() : printable(String(value))

/** A template that escapes its values, except styled ones. */
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
