// html`…`: text with escaped values. In: the author's template and any values. Out: an Html value whose text is safe to
// parse as HTML, the same in the browser and on the server. Touches no DOM.
//
// Where a value stands decides how it is written; that is found out once for every template. Whether the template itself is
// sound (closed, legal names) is not looked at here: a server's worker does that for every template that it meets, with a
// message that shows the place, so that browsers need not carry the check.

import { fault } from './diagnostics.ts'
import {
  attribute,
  type Hole,
  type Html,
  type HtmlValue,
  isScript,
  json,
  text,
  writeHtml,
} from './write-html.ts'

export { escapeHtml, Html, type HtmlValue } from './write-html.ts'

/**
 * Escapes values for where they stand: in text, in quoted attributes, in addresses (one that would run script is disarmed by
 * `unsafe:`), in data scripts. Nested `html` and lists go in as they are.
 *
 * @throws {TypeError} When a value stands where none can be written: in a tag but not in quotes, in an event
 *   handler, in a style sheet.
 */
export const html = (strings: TemplateStringsArray, ...values: HtmlValue[]): Html => {
  const [holes, made] = known.get(strings) ?? learn(strings)
  const html = writeHtml(strings, holes, values)
  made?.(html, values)
  return html
}

/** Looks at a template; throws when it is not sound. What it returns is told of all that is made of the template. */
export type Check = (
  strings: readonly string[],
) => ((html: Html, values: readonly HtmlValue[]) => void) | undefined

/** A worker puts its check of templates at this property of the global object. */
export const CHECK: unique symbol = Symbol.for('hashbang-router.check') as never

type Template = readonly [holes: readonly Hole[], made: ReturnType<Check>]

const known = new WeakMap<readonly string[], Template>()

/** Finds out where the values of a template stand. @throws {TypeError} Where one stands that cannot be written. */
function learn(strings: readonly string[]): Template {
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
    // In a style sheet nothing can be escaped.
    if (raw) return raw[1] === 'script' ? [json] : undefined
    return [text]
  }
  const [, name, quoted = ''] = tag
  if (!name || /^on|^srcdoc$|\ue000/i.test(name)) return undefined
  const start = quoted.slice(1)
  // One look at the first value of an address tells of all that come after it.
  if (!ADDRESS.test(name) || start.includes(HOLE)) return [attribute]
  // What runs script is no place for values at all.
  return isScript(start) ? undefined : [attribute, start]
}
