// Loads the app's modules from Vite, and external packages from their files. A worker loads each
// module once; every edit replaces the worker.

import { existsSync, realpathSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { resolveAddress } from '../snapshot/modules/file-host.ts'
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

/** Of the configuration. */
export interface ViteFolders {
  readonly root: string
  readonly base: string
  /** Packages of which all modules share the project's copy. */
  readonly dedupe: readonly string[]
}

/** Of the worker. */
interface WorkerParts {
  noteSourceMap(file: string, map: object): void
  /** Whether no code of a page runs. */
  isBackground(): boolean
  isCommonJs(file: string): boolean
}

const VITE = 'vite:'

const VITE_CLIENT = '/@vite/client'

/** Stands for Vite's client. A page ends before any update, and the server links its styles. */
const NO_UPDATES = `export const createHotContext = () => undefined
export const updateStyle = () => undefined
export const removeStyle = updateStyle
export const injectQuery = (url) => url`

/** The URL of a file's module. @param root Vite's root. */
export const moduleUrl = (file: string, root: string): string =>
  VITE + (file.startsWith(`${root}/`) ? file.slice(root.length) : `/@fs${file}`)

/** @param files Loads packages. @param note Receives the source map of each file. */
export function viteModules(
  files: ModuleHost,
  transform: Transform,
  { root, base, dedupe }: ViteFolders,
  { noteSourceMap, isBackground, isCommonJs }: WorkerParts,
): ModuleHost {
  const project = pathToFileURL(`${root}/`).href
  /** Files of modules, with their addresses in a browser. */
  const addresses = new Map<string, string>()
  async function load(url: string): Promise<ScriptText> {
    if (url === VITE_CLIENT) return { kind: 'text', text: NO_UPDATES, url: VITE + url }
    const { code, id, map } = await transform(url)
    // Modules of plugins have no file: they import packages as the project does.
    const file = pathToFileURL(/^\/(?!@)/.test(id) ? id.replace(/\?.*/, '') : root + url).href
    addresses.set(file, base + url.slice(1))
    if (map) noteSourceMap(fileURLToPath(file), map)
    return { kind: 'text', text: code, url: file }
  }
  return {
    ...files,
    resolve(specifier, referrer) {
      if (specifier.startsWith(VITE)) return specifier
      const isAddress = /^https?:/.test(specifier)
      const here = isAddress ? new URL(base, location.href).href : ''
      if (isAddress && specifier.startsWith(here)) return `${VITE}/${specifier.slice(here.length)}`
      if (specifier.startsWith('/')) {
        const path = specifier.startsWith(base) ? specifier.slice(base.length - 1) : specifier
        const name = path.replace(/^\/@id\//, '')
        return isBuiltin(name) ? name : (commonJsOf(path, root, isCommonJs) ?? VITE + path)
      }
      if (dedupe.includes(packageOf(specifier))) return files.resolve(specifier, project)
      if (!specifier.startsWith('.')) return files.resolve(specifier, referrer)
      const file = new URL(specifier, referrer)
      // Packages import style sheets and pictures, which Vite makes modules of.
      return addresses.has(referrer) || (!SCRIPT.test(file.pathname) && existsSync(file))
        ? moduleUrl(fileURLToPath(file), root)
        : files.resolve(specifier, referrer)
    },
    meta(url, platform) {
      const path = addresses.get(url)
      const ofNode = files.meta(url, platform) as ImportMeta
      if (path === undefined || platform === 'node') return ofNode
      const addressOf = () => (isBackground() ? undefined : new URL(path, location.href).href)
      return Object.create(ofNode, {
        url: { enumerable: true, get: () => addressOf() ?? ofNode.url },
        resolve: {
          value(specifier: string) {
            const address = addressOf()
            return address ? resolveAddress(specifier, address) : ofNode.resolve(specifier)
          },
        },
      })
    },
    read: (address) =>
      address.url.startsWith(VITE) ? load(address.url.slice(VITE.length)) : files.read(address),
  }
}

const SCRIPT = /\.(?:[cm]?js|json|node|wasm)$/

const packageOf = (specifier: string): string => /^(?:@[^/]*\/)?[^/]*/.exec(specifier)?.[0] ?? ''

/** The file that an alias leads to, if only Node can load it. @param path Of Vite. */
function commonJsOf(path: string, root: string, isCommonJs: WorkerParts['isCommonJs']) {
  const name = path.replace(/[?#].*/s, '')
  if (!/\/node_modules\/.*\.c?js$/.test(name)) return undefined
  const file = name.startsWith('/@fs/') ? name.slice('/@fs'.length) : root + name
  return existsSync(file) && isCommonJs(file) ? pathToFileURL(realpathSync(file)).href : undefined
}
