// The pages of a project: which path is shown by which HTML file, and which module makes its snapshots.
// In: the plugin's option `app` and Vite's base. Out: paths that begin with the base, files relative to Vite's root.

import { existsSync } from 'node:fs'
import { join, relative } from 'node:path'

/** The app modules by the paths of their pages. */
export type Apps = Readonly<Record<string, string>>

/** Where a build's own pages begin: `/`, unless it is made for a path of its own. */
export const homeOf = (base: string): string => (base.startsWith('/') ? base : '/')

/**
 * Gives the app modules by the paths that a server is asked for.
 *
 * @throws {TypeError} When a page's path does not begin with "/".
 */
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

/** The file of a page's shell, relative to Vite's root: `/` is `index.html`, `/x/` is `x/index.html`. */
export function shellFile(page: string, base: string): string {
  const path = (page.startsWith(base) ? page.slice(base.length) : page).replace(/^\//, '')
  return path === '' || path.endsWith('/') ? `${path}index.html` : path
}

/**
 * Checks that each page has its files.
 *
 * @throws {TypeError} When one is not there; says which, and what to write.
 */
export function checkFiles(root: string, apps: Apps, base: string): void {
  for (const [page, file] of Object.entries(apps)) {
    const shell = shellFile(page, base)
    if (!existsSync(join(root, shell)))
      throw new TypeError(
        `The page "${page}" needs the file ${shell}, which is not in ${root}: write one with <hashbang-outlet></hashbang-outlet> and <script type="module" src="/src/main.js"></script> in its <body>`,
      )
    if (!existsSync(join(root, file)))
      throw new TypeError(
        `The page "${page}" is made by "${file}", which is not in ${root}: correct "app" of hashbang({ app }) in the Vite configuration`,
      )
  }
}

/** Names the modules for the files that they are built to: by their own names, by their paths where two have the same. */
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
