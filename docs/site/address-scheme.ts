// The readable addresses of the site. A host such as GitHub Pages sends `/docs/guides/adopt.html`
// at
// `/docs/guides/adopt`, without a redirect.

import { readableScheme } from 'hashbang-router'

/** The browser loads a document's own module: its data in the page would be the text once more. */
export const readable = readableScheme('/docs/', { data: false, files: 'html' })
