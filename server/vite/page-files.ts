// Maps page paths to HTML files and app modules. Paths begin with Vite's base; files are relative
// to its root.

import { existsSync } from 'node:fs'
import { join, relative } from 'node:path'

export type Apps = Readonly<Record<string, string>>

/** The path of a build's pages: `/`, or its base if that is a path. */
export const homeOf = (base: string): string => (base.startsWith('/') ? base : '/')

/** By request path. @throws {TypeError} For a path that does not begin with "/". */
export function appsOf(app: string | Apps, base: string): Apps {
  const home = homeOf(base)
  if (typeof app === 'string') return { [home]: app }
  const apps = Object.entries(app).map(([path, file]) => {
    if (path.startsWith('/')) return [path.startsWith(home) ? path : home + path.slice(1), file]
    throw new TypeError(
      `hashbang({ app }) has a page "${path}": write its path from the root of the site, such as "/${path}"`,
    )
  })
  return Object.fromEntries(apps)
}

/** The file of a page's shell, relative to Vite's root: `/x/` is `x/index.html`. */
export function shellFile(page: string, base: string): string {
  const path = (page.startsWith(base) ? page.slice(base.length) : page).replace(/^\//, '')
  return path === '' || path.endsWith('/') ? `${path}index.html` : path
}

/** @throws {TypeError} When a file of a page is missing. */
export function checkFiles(root: string, apps: Apps, base: string): void {
  for (const [page, file] of Object.entries(apps)) {
    const shell = shellFile(page, base)
    if (!existsSync(join(root, shell)))
      throw new TypeError(
        `The page "${page}" needs the file ${shell}, and ${root} has none. Write it with <hashbang-outlet></hashbang-outlet> and <script type="module" src="/src/main.ts"></script> in its <body>`,
      )
    if (/\.html?$/.test(file))
      throw new TypeError(
        `The page "${page}" needs its route table, and "${file}" is a page. Set "app" of hashbang({ app }) in the Vite configuration to the module that exports your routes, such as src/routes.ts`,
      )
    if (!existsSync(join(root, file)))
      throw new TypeError(
        `The page "${page}" needs its route table "${file}", and ${root} has no such file. Correct "app" of hashbang({ app }) in the Vite configuration`,
      )
  }
}

/** Names the built modules by file name, or by path if two file names are equal. */
export function moduleNames(files: readonly string[]): ReadonlyMap<string, string> {
  const paths = [...new Set(files)].map((file) => {
    const path = relative('.', file)
      .replaceAll('\\', '/')
      .replace(/\.\w+$/, '')
    return [file, path.replace(/^(?:\.\.\/)+/, '')] as const
  })
  const lastOf = (path: string) => path.slice(path.lastIndexOf('/') + 1)
  const isShared = (name: string) => paths.filter(([, path]) => lastOf(path) === name).length > 1
  return new Map(
    paths.map(([file, path]) => [file, isShared(lastOf(path)) ? path : lastOf(path)] as const),
  )
}
