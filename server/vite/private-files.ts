// Refuses the server's config file on the dev server. Vite serves every file of its root, and this
// one may hold a token.

import type { Connect } from 'vite'

/** With the ending that Vite would find. */
const CONFIG = /(?:^|[\\/])(hashbang\.config(?:\.[cm]?[jt]s)?)(?:[?#\\/]|$)/i

export const refuseConfig: Connect.NextHandleFunction = ({ url = '/' }, res, next) => {
  // Not in the query, which may have it in a state.
  const [path = ''] = url.split('?')
  const [, file] = CONFIG.exec(decoded(path)) ?? []
  if (file === undefined) return next()
  res.writeHead(403, { 'content-type': 'text/plain; charset=utf-8' })
  res.end(
    `${file} is not sent to browsers, because it may hold secrets: move values that your app needs into a module of their own\n`,
  )
}

/** Invalid bytes stay as they are. */
const decoded = (text: string): string =>
  text.replace(/%[0-7][0-9a-f]/gi, (sign) => decodeURIComponent(sign))
