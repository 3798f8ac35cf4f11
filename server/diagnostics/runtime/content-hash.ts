import { createHash } from 'node:crypto'

/** SHA-256 in base64url, 43 characters. */
export const contentHash = (content: Uint8Array | string): string =>
  createHash('sha256').update(content).digest('base64url')
