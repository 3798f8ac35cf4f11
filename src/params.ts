// Codecs between URL text and values. If `parse` returns undefined, the next route is tried.

/** Reads and writes one value. `parse` returns undefined for other text. */
export interface Codec<T> {
  parse(text: string): T | undefined
  format(value: T): string
}

/** A search param that may be absent. */
export interface Optional<T> extends Codec<T> {
  readonly fallback: T | undefined
}

/** A search param that may repeat. */
export interface List<T> extends Codec<T> {
  readonly repeats: true
}

/** A codec that search params can make optional or repeatable. */
export interface Parser<T> extends Codec<T> {
  /** May be absent: the value is then `fallback`, which URLs leave out. Default: undefined. */
  optional(): Optional<T> & { readonly fallback: undefined }
  optional(fallback: T): Optional<T> & { readonly fallback: T }
  /** All values of the key, in order. */
  list(): List<T>
}

/** Creates a parser. `format` defaults to `String`. */
export function parser<T>(
  parse: (text: string) => T | undefined,
  format: (value: T) => string = String,
): Parser<T> {
  const optional = (fallback?: T) => ({ parse, format, fallback })
  return {
    parse,
    format,
    optional: optional as Parser<T>['optional'],
    list: () => ({ parse, format, repeats: true }),
  }
}

/** Any text. */
export const text: Parser<string> = /* @__PURE__ */ parser((value) => value)

/** A safe integer in its plain decimal form: `7`, `-3`; not `007`, `1e3`, `7.0`. */
export const int: Parser<number> = /* @__PURE__ */ parser((value) =>
  Number.isSafeInteger(+value) && String(+value) === value ? +value : undefined,
)

/** A finite number in the form that JavaScript prints. */
export const number: Parser<number> = /* @__PURE__ */ parser((value) =>
  Number.isFinite(+value) && String(+value) === value ? +value : undefined,
)

/** A calendar day `2026-11-20`, as midnight UTC. */
export const date: Parser<Date> = /* @__PURE__ */ parser(
  (value) => {
    const day = new Date(`${value}T00:00:00Z`)
    return !Number.isNaN(+day) && formatDay(day) === value ? day : undefined
  },
  (value) => formatDay(value),
)

const formatDay = (day: Date): string => day.toISOString().slice(0, 10)

/** One of the given texts. */
export const oneOf = <const T extends string>(...texts: readonly T[]): Parser<T> =>
  parser((value) => texts.find((text) => text === value))
