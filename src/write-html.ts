// Writes the values of an html template, each by its place, which `html` finds.

/** A piece of HTML. `String(html)` is its text. Made by hand it is trusted as it is. */
export class Html {
  readonly #text: string
  constructor(text: string) {
    this.#text = text
  }
  toString(): string {
    return this.#text
  }
}

/** Values of a template; null, undefined and booleans are nothing. */
export type HtmlValue =
  | string
  | number
  | bigint
  | boolean
  | null
  | undefined
  | Html
  | readonly HtmlValue[]

/** Writes a value at its place. `made`: the value comes from `html` and is escaped already. */
export type Write = (value: string, made?: boolean) => string

/** The writer of a value; for the first value in an address, also the text before it. */
export type Hole = readonly [write: Write, start?: string]

export function writeHtml(
  strings: readonly string[],
  holes: readonly Hole[],
  values: readonly HtmlValue[],
): Html {
  let text = strings[0] as string
  let index = 0
  for (const [write, start] of holes) {
    const value = all(values[index], write)
    if (start !== undefined && runs(start + value, strings, values, index)) text += 'unsafe:'
    text += value + strings[++index]
  }
  return new Html(text)
}

const all = (value: HtmlValue, write: Write): string =>
  value == null || typeof value === 'boolean'
    ? ''
    : Array.isArray(value)
      ? value.reduce<string>((text, item) => text + all(item, write), '')
      : value instanceof Html
        ? write(value.toString(), true)
        : write(String(value))

export const text: Write = (value, made) => (made ? value : escapeHtml(value))

export const attribute: Write = (value, made) =>
  made ? value.replace(/[<>"']/g, reference) : escapeHtml(value)

/** In a data script: JSON allows the sign as an escape. */
export const json: Write = (value) => value.replace(/</g, '\\u003c')

/** Whether an address runs script. URL parsers strip tabs, line ends and leading controls. */
export const isScript = (source: string): boolean =>
  /^(?:java|vb)script:/i.test(
    source
      .replace(/&(?:#x([\da-f]+)|#(\d+)|(colon)|Tab|NewLine);?/gi, (_, hex, decimal, colon) =>
        colon ? ':' : String.fromCharCode(hex ? parseInt(hex, 16) : decimal),
      )
      .replace(/[\0-\x20]+/g, ''),
  )

/** Beginnings of addresses that may run script; few match. */
const SUSPECT: RegExp = /^[jv&\0-\x20]|^$/i

function runs(
  address: string,
  strings: readonly string[],
  values: readonly HtmlValue[],
  index: number,
): boolean {
  if (!SUSPECT.test(address)) return false
  let source = address
  for (let at = index + 1; at < strings.length && !/["':]/.test(source); at++)
    source += (strings[at] as string) + all(values[at], attribute)
  return isScript(source)
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

const reference = (character: string): string => ENTITIES[character] as string

/** Escapes text for element content and for attribute values in quotes. */
export const escapeHtml = (text: string): string =>
  // Most values need no escape, and the test is faster than a replacement.
  /[&<>"']/.test(text) ? text.replace(/[&<>"']/g, reference) : text
