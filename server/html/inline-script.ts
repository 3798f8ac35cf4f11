// Hashes inline scripts for `script-src` of a policy. https://www.w3.org/TR/CSP3/#external-hash

import { createHash } from 'node:crypto'

/** The hash as a source expression, in its quotes. */
export const scriptHash = (source: string): string =>
  `'sha256-${createHash('sha256').update(source).digest('base64')}'`
