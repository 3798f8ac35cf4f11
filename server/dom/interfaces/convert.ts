/**
 * Converts values to the types of Web IDL, for the attributes and methods of the table.
 * https://webidl.spec.whatwg.org/#js-type-mapping
 */

export type Convert = (value: unknown) => unknown

/** Unlike `String`, it throws for symbols. */
const text = (value: unknown): string => `${value}`
const orNull =
  (convert: Convert): Convert =>
  (value) =>
    value === null || value === undefined ? null : convert(value)

function double(value: unknown): number {
  const number = Number(value)
  if (!Number.isFinite(number)) throw new TypeError('The provided double value is non-finite.')
  return number
}

const SCALARS: Readonly<Record<string, Convert>> = {
  DOMString: text,
  'DOMString!': (value) => (value === null ? '' : text(value)),
  USVString: (value) => toWellFormed(text(value)),
  boolean: Boolean,
  long: (value) => Number(value) | 0,
  'unsigned long': (value) => Number(value) >>> 0,
  'unsigned short': (value) => Number(value) & 0xffff,
  short: (value) => (Number(value) << 16) >> 16,
  double,
  float: double,
  'unrestricted double': Number,
  'unrestricted float': Number,
}

/** Lone surrogates become U+FFFD. */
const toWellFormed = (value: string): string => value.toWellFormed()

/** @returns Undefined if values of the type are not converted. */
export function converterOf(type: string): Convert | undefined {
  if (!type.endsWith('?')) return SCALARS[type]
  const convert = SCALARS[type.slice(0, -1)]
  return convert && orNull(convert)
}

/** @returns Undefined if the type has no keywords. */
export const keywordsOf = (type: string): ReadonlySet<string> | undefined =>
  type.startsWith('=') ? new Set(type.slice(1).replace(/\?$/, '').split('|')) : undefined
