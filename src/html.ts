// Writes the values of html`…` escaped by their place, without a DOM. Analyses each template once.
// Only the server's worker checks that templates are sound, so that browsers need not load the
// check.

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
 * Escapes values by their place: in text, quoted attributes, addresses (`unsafe:` disarms one that
 * would run script) and data scripts. Nested `html` and lists go in as they are.
 *
 * @throws {TypeError} For a value in a tag but not in quotes, an event handler or a style sheet.
 */
export const html = (strings: TemplateStringsArray, ...values: HtmlValue[]): Html =>
  writeHtml(strings, known.get(strings) ?? learn(strings), values)

/** Checks a template; throws if it is not sound. */
export type Check = (strings: readonly string[]) => void

/** The global property of a worker's template check. */
export const CHECK: unique symbol = Symbol.for('hashbang-router.check') as never

const known = new WeakMap<readonly string[], readonly Hole[]>()

/**
 * Finds the places of a template's values. @throws {TypeError} For a place that allows no value.
 */
function learn(strings: readonly string[]): readonly Hole[] {
  ;(globalThis as { [CHECK]?: Check })[CHECK]?.(strings)
  let before = ''
  const holes = strings.slice(1).map((_, index) => {
    before += strings[index]
    const hole = place(before)
    if (!hole) throw fault('HB009', [before])
    before += HOLE
    return hole
  })
  known.set(strings, holes)
  return holes
}

const HOLE = '\ue000'
/** An unclosed tag at the end: its name, and its last attribute's beginning if quoted. */
const OPEN_TAG =
  /<(?:$|[a-z!/?](?:"[^"]*"|'[^']*'|[^"'>])*?(?:([^\s"'=<>/]+)\s*=\s*("[^"]*|'[^']*))?$)/i
const RAW = /<(script|style)(?:"[^"]*"|'[^']*'|[^"'>])*>(?![\s\S]*<\/\1)/i
const ADDRESS = /^(?:xlink:)?(?:href|src|(?:form)?action|data|poster|cite|ping|background)$/i

function place(before: string): Hole | undefined {
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
  // A check of an address's first value covers all later ones.
  if (!ADDRESS.test(name) || start.includes(HOLE)) return [attribute]
  // Attributes that run script allow no values.
  return isScript(start) ? undefined : [attribute, start]
}
