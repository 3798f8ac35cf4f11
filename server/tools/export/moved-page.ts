// Makes the page of a redirect for static hosts.

import { escapeHtml } from '../../../src/html.ts'

/** Redirects without a script, and names the target as canonical. */
export function movedPage(location: string): Buffer {
  const url = escapeHtml(location)
  return Buffer.from(
    `<!doctype html>\n<html><head><meta charset="utf-8"><title>Moved</title><link rel="canonical" href="${url}"><meta http-equiv="refresh" content="0; url=${url}"></head><body><a href="${url}">${url}</a></body></html>\n`,
  )
}
