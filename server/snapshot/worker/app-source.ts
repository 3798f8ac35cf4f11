/** Evaluates the app's modules anew for each page, and drops them when the page ends. */
import { realpathSync } from 'node:fs'
import { join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { AppModule } from '../../site/app-module.ts'
import { createFiles, type FilesOptions } from '../modules/files.ts'
import { createLoader, type ModuleHost } from '../modules/loader.ts'
import { ModuleMap } from '../modules/module-map.ts'
import type { ScriptCompiler } from './script-compiler.ts'
import { noteScript } from './script-texts.ts'

export interface AppSource {
  /** Evaluates the app module of a page of the site. */
  open(path: string): OpenApp
}

export interface OpenApp {
  readonly module: Promise<AppModule>
  /** Releases its modules. */
  end(): void
}

export interface FileModules extends Omit<FilesOptions, 'isShared' | 'compile'> {
  readonly compiler: ScriptCompiler
  /** The folder of this package's own modules. */
  readonly ownFolder: URL
  /** See `ModuleLoader`. */
  readonly imported?: (module: Promise<object>) => Promise<object>
  /** Loads other modules besides those in files. Default: none. */
  readonly more?: (files: ModuleHost) => ModuleHost
}

export interface PageModules {
  import(url: string): Promise<object>
  end(): void
}

/** Creates the function that opens modules in files for a page. Each file is loaded once. */
export function fileModules(given: FileModules): () => PageModules {
  const { compiler, ownFolder, imported, more = (host) => host, ...options } = given
  const files = createFiles({
    ...options,
    isShared: isOwn(ownFolder),
    compile(code, how) {
      noteScript(how.filename ?? '', code.slice(-(how.columnOffset ?? 0)))
      return compiler.compile(code, how)
    },
  })
  const loader = { ...createLoader(more(files)), ...(imported && { imported }) }
  const kept = new ModuleMap(loader)
  return () => {
    const modules = new ModuleMap(loader, kept)
    return { import: (url) => modules.import(url, url), end: () => modules.end() }
  }
}

/**
 * Apps in files: built by the plugin, or plain modules. @param apps The app module of each page, as
 * [path, URL].
 */
export function builtApps(
  apps: readonly (readonly [path: string, url: string])[],
  openModules: () => PageModules,
): AppSource {
  const urls = new Map(apps)
  return {
    open(path) {
      const modules = openModules()
      const module = modules.import(urls.get(path) ?? '') as Promise<AppModule>
      return { module, end: modules.end }
    },
  }
}

/**
 * This package's own modules are the worker's. Modules that mount views of a framework don't count:
 * they must import the app's copy of it.
 */
function isOwn(folder: URL): (path: string) => boolean {
  const own = realpathSync(fileURLToPath(folder))
  const views = join(own, 'src', 'views') + sep
  return (path) => path.startsWith(own + sep) && !path.startsWith(views)
}
