// Finds the router of an app whose states live behind `#`.

import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export interface HashRoutes {
  readonly file: string
  readonly router: string
  readonly states: '#!/' | '#/' | '#'
}

const ROUTERS: readonly (readonly [pattern: RegExp, router: string, HashRoutes['states']])[] = [
  [/\bcreateWebHashHistory\b/, 'createWebHashHistory', '#/'],
  [/\bcreateHashRouter\b/, 'createHashRouter', '#/'],
  [/\bHashRouter\b/, 'HashRouter', '#/'],
  [/\bcreateHashHistory\b/, 'createHashHistory', '#/'],
  [/\buseHashLocation\b/, 'useHashLocation', '#/'],
  [/\bsvelte-spa-router\b/, 'svelte-spa-router', '#/'],
  [/\bwithHashLocation\b|\buseHash\s*:\s*true\b|\bHashLocationStrategy\b/, 'Angular', '#/'],
  [/\$routeProvider\b/, 'ngRoute', '#!/'],
  [/\$stateProvider\b/, 'ui-router', '#!/'],
  [/\$docsify\b/, 'docsify', '#/'],
  [/\bSwaggerUIBundle\b/, 'Swagger UI', '#/'],
  [/<redoc\b|\bRedoc\.init\b/, 'Redoc', '#'],
  [/\.nocache\.js\b/, 'GWT', '#'],
  [/\bBackbone\.history\b/, 'Backbone.history', '#'],
]

/** @param files Relative to the folder. */
export function findHashRoutes(folder: string, files: readonly string[]): HashRoutes | undefined {
  for (const path of files) {
    if (!existsSync(join(folder, path))) continue
    const text = readFileSync(join(folder, path), 'utf8')
    const found = ROUTERS.find(([pattern]) => pattern.test(text))
    if (found) return { file: path, router: found[1], states: found[2] }
  }
  return undefined
}
