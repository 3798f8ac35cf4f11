// html`…`: text with escaped values. In: the author's template and any values. Out: an Html value whose text is safe to
// parse as HTML, the same in the browser and on the server. Touches no DOM.
//
// Where a value stands decides how it is written; that is found out once for every template. Whether the template itself is
// sound (closed, legal names) is not looked at here: a server's worker does that for every template that it meets, with a
// message that shows the place, so that browsers need not carry the check.

import { fault } from './diagnostics.ts'

/** A piece of HTML made by `html`. `String(html)` is its text. Made by hand it is trusted as it is. */
export class Html {
  readonly #text: string
  constructor(text: string) {
    this.#text = text
  }
  toString(): string {
    return this.#text
  }
}

/** What may stand in a template: text, nested HTML, lists of these; null, undefined and booleans are nothing. */
export type HtmlValue =
  | string
  | number
  | bigint
  | boolean
  | null
  | undefined
  | Html
  | readonly HtmlValue[]

/** Writes a value at its place. What `html` made holds escaped values already. */
type Write = (value: string, made?: boolean) => string

/**
 * Escapes values for where they stand: in text, in quoted attributes, in addresses (one that would run script is disarmed by
 * `unsafe:`), in data scripts. Nested `html` and lists go in as they are.
 *
 * @throws {TypeError} When a value stands where none can be written: in a tag but not in quotes, in an event
 *   handler, in a style sheet.
 */
export const html = (strings: TemplateStringsArray, ...values: HtmlValue[]): Html => {
  const [holes, made] = known.get(strings) ?? learn(strings)
  let text = strings[0] as string
  let index = 0
  for (const [write, start] of holes) {
    const value = all(values[index], write)
    if (start !== undefined && runs(start + value, strings, values, index)) text += 'unsafe:'
    text += value + strings[++index]
  }
  const html = new Html(text)
  made?.(html, values)
  return html
}

/** Looks at a template; throws when it is not sound. What it returns is told of all that is made of the template. */
export type Check = (
  strings: readonly string[],
) => ((html: Html, values: readonly HtmlValue[]) => void) | undefined

/** A worker puts its check of templates at this property of the global object. */
export const CHECK: unique symbol = Symbol.for('hashbang-router.check') as never

/** How a value is written; and for the first in an address, what of the address stands before it. */
type Hole = readonly [write: Write, start?: string]

type Template = readonly [holes: readonly Hole[], made: ReturnType<Check>]

const known = new WeakMap<TemplateStringsArray, Template>()

const all = (value: HtmlValue, write: Write): string =>
  value == null || typeof value === 'boolean'
    ? ''
    : Array.isArray(value)
      ? value.reduce<string>((text, item) => text + all(item, write), '')
      : value instanceof Html
        ? write(value.toString(), true)
        : write(String(value))

/** Finds out where the values of a template stand. */
function learn(strings: TemplateStringsArray): Template {
  const made = (globalThis as { [CHECK]?: Check })[CHECK]?.(strings)
  let before = ''
  const holes = strings.slice(1).map((_, index) => {
    before += strings[index]
    const hole = place(before)
    if (!hole) throw fault('HB009', [before])
    before += HOLE
    return hole
  })
  const template = [holes, made] as const
  known.set(strings, template)
  return template
}

const HOLE = '\ue000'
/** A tag that is still open at the end: the name and the beginning of its last attribute, if that is in quotes. */
const OPEN_TAG =
  /<(?:$|[a-z!/?](?:"[^"]*"|'[^']*'|[^"'>])*?(?:([^\s"'=<>/]+)\s*=\s*("[^"]*|'[^']*))?$)/i
const RAW = /<(script|style)(?:"[^"]*"|'[^']*'|[^"'>])*>(?![\s\S]*<\/\1)/i
const ADDRESS = /^(?:xlink:)?(?:href|src|(?:form)?action|data|poster|cite|ping|background)$/i

function place(before: string): Hole | undefined {
  const tag = OPEN_TAG.exec(before)
  if (!tag) {
    const raw = RAW.exec(before)
    // In JSON the sign can be written as an escape, which says the same; in a style sheet nothing can be escaped.
    if (raw) return raw[1] === 'script' ? [(value) => value.replace(/</g, '\\u003c')] : undefined
    return [text]
  }
  const [, name, quoted = ''] = tag
  if (!name || /^on|^srcdoc$|\ue000/i.test(name)) return undefined
  const start = quoted.slice(1)
  if (!ADDRESS.test(name)) return [attribute]
  // What runs script is no place for values at all.
  if (SCRIPT.test(read(start))) return undefined
  // One look at the first value tells of all that come after it.
  return start.includes(HOLE) ? [attribute] : [attribute, start]
}

const text: Write = (value, made) => (made ? value : escapeHtml(value))

const attribute: Write = (value, made) =>
  made ? value.replace(/[<>"']/g, reference) : escapeHtml(value)

const SCRIPT = /^(?:java|vb)script:/i

// As far as it matters: the URL parser strips C0 controls and spaces at the start, and tabs and line ends anywhere.
const read = (source: string): string =>
  source
    .replace(/&(?:#x([\da-f]+)|#(\d+)|(colon)|Tab|NewLine);?/gi, (_, hex, decimal, colon) =>
      colon ? ':' : String.fromCharCode(hex ? parseInt(hex, 16) : decimal),
    )
    .replace(/[\0-\x20]+/g, '')

// Whether an address that begins so would run script, with all that the template and its values go on with.
function runs(
  address: string,
  strings: readonly string[],
  values: readonly HtmlValue[],
  index: number,
): boolean {
  // Few addresses begin like one that does.
  if (!/^[jv&\0-\x20]|^$/i.test(address)) return false
  let source = address
  for (let at = index + 1; at < strings.length && !/["':]/.test(source); at++)
    source += (strings[at] as string) + all(values[at], attribute)
  return SCRIPT.test(read(source))
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
  // Most values hold none of them, which is found out sooner than it is to find nothing to replace.
  /[&<>"']/.test(text) ? text.replace(/[&<>"']/g, reference) : text
