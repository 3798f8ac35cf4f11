// Writes a value as JSON in a script of a page.

/** Its text holds no end tag, no comment, and no line end of old parsers. */
export function jsonScript(id: string, value: unknown): string {
  const json = JSON.stringify(value).replace(
    /[<\u2028\u2029]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
  return `<script type="application/json" id="${id}">${json}</script>`
}
