// Serves a folder as a host of files does: compressed, with a time in the caches, `.html` left out
// of addresses, and 404.html for an address without a file.
import { existsSync, readFileSync, statSync } from 'node:fs'
import type { RequestListener } from 'node:http'
import { extname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { lookup } from 'mrmime'

const isFile = (path: string) => existsSync(path) && statSync(path).isFile()

export const fileHost =
  (folder: string): RequestListener =>
  (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://host')
    const path = join(folder, decodeURIComponent(pathname))
    const found = [path, `${path}.html`, join(path, 'index.html')].find(isFile)
    const file = found ?? join(folder, '404.html')
    const body = gzipSync(readFileSync(file))
    const type = lookup(extname(file)) ?? 'application/octet-stream'
    response.writeHead(found ? 200 : 404, {
      'content-type': /^text|javascript|xml|json/.test(type) ? `${type}; charset=utf-8` : type,
      'content-encoding': 'gzip',
      'cache-control': 'max-age=600',
      vary: 'accept-encoding',
    })
    response.end(request.method === 'HEAD' ? undefined : body)
  }
