// 404.html: the page that a host of files sends for an address without a file. The app starts in
// it.

import { readable } from '../address-scheme.ts'

const CONTENT = `<article><h1>There is no such page</h1>
<p>See <a href="#!/documents">all documents</a>, or search.</p></article>`

/** @param shell The `index.html` of the build. */
export const missingPage = (shell: string): string =>
  shell
    .replace(/<title>[^<]*/, '<title>Not found · hashbang-router')
    .replace('</head>', '  <meta name="robots" content="noindex">\n  </head>')
    .replace('<hashbang-outlet>', `$&${CONTENT}`)
    .replace(/href="#!([^"]*)"/g, (_, state: string) => `href="${readable.href(state)}"`)
