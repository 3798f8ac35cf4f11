// Refuses the server's config file on the dev server. Vite serves every file of its root, and this
// one may hold a token.

import type { Connect } from 'vite'

const CONFIG = /(?:^|\/)(hashbang\.config\.[cm]?[jt]s)(?:[?#/]|$)/i

export const refuseConfig: Connect.NextHandleFunction = ({ url = '/' }, res, next) => {
  const [, file] = CONFIG.exec(decoded(url)) ?? []
  if (file === undefined) return next()
  res.writeHead(403, { 'content-type': 'text/plain; charset=utf-8' })
  res.end(
    `${file} is not sent to browsers, because it may hold secrets: move values that your app needs into a module of their own\n`,
  )
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
