// Loads the app's modules from Vite, and external packages from their files. A worker loads each
// module once; every edit replaces the worker.

import { fileURLToPath, pathToFileURL } from 'node:url'
import type { ModuleHost, ScriptText } from '../snapshot/modules/loader.ts'

/** An ES module of Vite, whose imports are URLs of Vite. */
export interface Transformed {
  readonly code: string
  /** Mostly its file. */
  readonly id: string
  readonly map?: object | null
}

/** @param url Begins with "/". @throws Why Vite cannot transform it. */
export type Transform = (url: string) => Promise<Transformed>

const VITE = 'vite:'

/** The URL of a file's module. @param root Vite's root. */
export const moduleUrl = (file: string, root: string): string =>
  VITE + (file.startsWith(`${root}/`) ? file.slice(root.length) : `/@fs${file}`)

/** @param files Loads packages. @param note Receives the source map of each file. */
export function viteModules(
  files: ModuleHost,
  transform: Transform,
  root: string,
  note: (file: string, map: object) => void,
): ModuleHost {
  const own = new Set<string>()
  async function load(url: string): Promise<ScriptText> {
    const { code, id, map } = await transform(url)
    // Modules of plugins have no file: they import packages as the project does.
    const file = pathToFileURL(/^\/(?!@)/.test(id) ? id.replace(/\?.*/, '') : root + url).href
    own.add(file)
    if (map) note(fileURLToPath(file), map)
    return { kind: 'text', text: code, url: file }
  }
  return {
    ...files,
    resolve(specifier, referrer) {
      if (specifier.startsWith(VITE)) return specifier
      if (specifier.startsWith('/')) return VITE + specifier
      return specifier.startsWith('.') && own.has(referrer)
        ? moduleUrl(fileURLToPath(new URL(specifier, referrer)), root)
        : files.resolve(specifier, referrer)
    },
    read: (url, type, isKept) =>
      url.startsWith(VITE) ? load(url.slice(VITE.length)) : files.read(url, type, isKept),
  }
}
