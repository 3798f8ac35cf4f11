// html`…`: text with escaped values. In: the author's template and any values. Out: an Html value whose
// text is safe to parse as HTML, the same in the browser and on the server. Touches no DOM.

/** A piece of HTML made by `html`. `String(html)` is its text. */
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

/** Escapes values for text and quoted attributes; nested `html` and lists go in as they are. */
export const html = (strings: TemplateStringsArray, ...values: HtmlValue[]): Html =>
  new Html(strings.reduce((text, string, index) => text + write(values[index - 1]) + string))

const write = (value: HtmlValue): string =>
  value === null || value === undefined || typeof value === 'boolean'
    ? ''
    : value instanceof Html
      ? String(value)
      : typeof value === 'object'
        ? value.map(write).join('')
        : escapeHtml(String(value))

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Escapes text for element content and for attribute values in quotes. */
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => ENTITIES[character] as string)
