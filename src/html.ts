// Writes the values of html`…` escaped by their place, without a DOM. Analyses each template once.
// Only the server's worker checks that templates are sound, so browsers need not load the check.

import { fault } from './diagnostics.ts'

/** A piece of HTML. `String(html)` is its text. `new Html(text)` trusts the text. */
export class Html {
  readonly #text: string
  constructor(text: string) {
    this.#text = text
  }
  toString(): string {
    return this.#text
  }
}

/** Values of a template; null, undefined and booleans write nothing. */
export type HtmlValue =
  | string
  | number
  | bigint
  | boolean
  | null
  | undefined
  | Html
  | readonly HtmlValue[]

/**
 * Escapes values by their place: text, quoted attributes, addresses (`unsafe:` disarms one that
 * would run script) and data scripts. Inserts nested `html` and lists as they are.
 *
 * @throws {TypeError} For a value in an unquoted attribute, an event handler or a style sheet.
 */
export const html = (strings: TemplateStringsArray, ...values: HtmlValue[]): Html =>
  writeHtml(strings, holesOfTemplates.get(strings) ?? findHoles(strings), values)

export type Check = (strings: readonly string[]) => void

/** The global property of a worker's template check. */
export const CHECK: unique symbol = Symbol.for('hashbang-router.check') as never

const holesOfTemplates = new WeakMap<readonly string[], readonly Hole[]>()

function findHoles(strings: readonly string[]): readonly Hole[] {
  ;(globalThis as { [CHECK]?: Check })[CHECK]?.(strings)
  let before = ''
  const holes = strings.slice(1).map((_, index) => {
    before += strings[index]
    const hole = holeAfter(before)
    if (!hole) throw fault('HB009', [before])
    before += HOLE
    return hole
  })
  holesOfTemplates.set(strings, holes)
  return holes
}

const HOLE = '\ue000'
/** An unclosed tag at the end, and its last attribute's beginning if quoted. */
const OPEN_TAG =
  /<(?:$|[a-z!/?](?:"[^"]*"|'[^']*'|[^"'>])*?(?:([^\s"'=<>/]+)\s*=\s*("[^"]*|'[^']*))?$)/i
const RAW = /<(script|style)(?:"[^"]*"|'[^']*'|[^"'>])*>(?![\s\S]*<\/\1)/i
const ADDRESS = /^(?:xlink:)?(?:href|src|(?:form)?action|data|poster|cite|ping|background)$/i

function holeAfter(before: string): Hole | undefined {
  const tag = OPEN_TAG.exec(before)
  if (!tag) {
    const raw = RAW.exec(before)
    // Nothing can be escaped in a style sheet.
    if (raw) return raw[1] === 'script' ? [json] : undefined
    return [text]
  }
  const [, name, quoted = ''] = tag
  if (!name || /^on|^srcdoc$|\ue000/i.test(name)) return undefined
  const start = quoted.slice(1)
  // The check of an address's first value covers later ones.
  if (!ADDRESS.test(name) || start.includes(HOLE)) return [attribute]
  // Attributes that run script allow no values.
  return isScript(start) ? undefined : [attribute, start]
}

/** Writes a value. `isHtml`: the value comes from `html` and is escaped already. */
type Write = (value: string, isHtml?: boolean) => string

/** Writer of a value; for the first value in an address, also the text before it. */
type Hole = readonly [write: Write, start?: string]

function writeHtml(
  strings: readonly string[],
  holes: readonly Hole[],
  values: readonly HtmlValue[],
): Html {
  let markup = strings[0] as string
  let index = 0
  for (const [write, start] of holes) {
    const value = written(values[index], write)
    if (start !== undefined && runsScript(start + value, strings, values, index))
      markup += 'unsafe:'
    markup += value + strings[++index]
  }
  return new Html(markup)
}

const written = (value: HtmlValue, write: Write): string =>
  value == null || typeof value === 'boolean'
    ? ''
    : Array.isArray(value)
      ? value.reduce<string>((text, item) => text + written(item, write), '')
      : value instanceof Html
        ? write(value.toString(), true)
        : write(String(value))

const text: Write = (value, isHtml) => (isHtml ? value : escapeHtml(value))

const attribute: Write = (value, isHtml) =>
  isHtml ? value.replace(/[<>"']/g, reference) : escapeHtml(value)

/** In a data script: JSON can escape the sign. */
const json: Write = (value) => value.replace(/</g, '\\u003c')

/** Whether an address runs script. URL parsers strip tabs, line ends and controls. */
const isScript = (source: string): boolean =>
  /^(?:java|vb)script:/i.test(
    source
      .replace(/&(?:#x([\da-f]+)|#(\d+)|(colon)|Tab|NewLine);?/gi, (_, hex, decimal, colon) =>
        colon ? ':' : String.fromCharCode(hex ? parseInt(hex, 16) : decimal),
      )
      .replace(/[\0-\x20]+/g, ''),
  )

/** Beginnings of addresses that may run script. */
const SUSPECT: RegExp = /^[jv&\0-\x20]|^$/i

function runsScript(
  address: string,
  strings: readonly string[],
  values: readonly HtmlValue[],
  index: number,
): boolean {
  if (!SUSPECT.test(address)) return false
  let source = address
  for (let next = index + 1; next < strings.length && !/["':]/.test(source); next++)
    source += (strings[next] as string) + written(values[next], attribute)
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

export const escapeHtml = (text: string): string =>
  // Most values need no escape: the test is faster.
  /[&<>"']/.test(text) ? text.replace(/[&<>"']/g, reference) : text
