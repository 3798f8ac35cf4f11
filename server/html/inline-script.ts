// Writes data scripts of a page, and hashes inline scripts for `script-src` of a policy.
// https://www.w3.org/TR/CSP3/#external-hash

import { createHash } from 'node:crypto'

/** The hash as a source expression, in its quotes. */
export const scriptHash = (source: string): string =>
  `'sha256-${createHash('sha256').update(source).digest('base64')}'`

/**
 * Returns the script. Its text holds no end tag, no comment, and no character that old parsers read
 * as a line end.
 */
export function jsonScript(id: string, value: unknown): string {
  const json = JSON.stringify(value).replace(
    /[<\u2028\u2029]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
  return `<script type="application/json" id="${id}">${json}</script>`
}
