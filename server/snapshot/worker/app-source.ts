/** Evaluates the app's modules anew for each page of a table, and drops them when it ends. */
import type { AppModule } from '../../site/app-module.ts'
import { createFileHost, type FileHostOptions } from '../modules/file-host.ts'
import { createLoader, type ModuleHost } from '../modules/loader.ts'
import { type ModuleLoader, ModuleMap } from '../modules/module-map.ts'
import { noteScript } from './error-text.ts'
import { ownModules } from './own-modules.ts'
import type { ScriptCompiler } from './script-compiler.ts'

export interface AppSource {
  open(path: string): JobModule
}

export interface JobModule {
  readonly module: Promise<AppModule>
  /** Releases its modules. */
  end(): void
}

export interface FileModules
  extends Omit<FileHostOptions, 'shared' | 'compile'>,
    Pick<ModuleLoader, 'evaluate' | 'imported'> {
  readonly compiler: ScriptCompiler
  /** Adds modules from elsewhere. Default: none. */
  readonly more?: (files: ModuleHost) => ModuleHost
}

export interface PageModules {
  import(url: string): Promise<object>
  end(): void
}

/** Returns a function that opens the modules of a page. The worker loads each file once. */
export function fileModules(options: FileModules): () => PageModules {
  const { compiler, evaluate, imported, more = (files) => files, ...host } = options
  const files = createFileHost({
    ...host,
    shared: ownModules(host.importNative),
    compile(code, how) {
      noteScript(how.filename ?? '', code.slice(-(how.columnOffset ?? 0)))
      return compiler.compile(code, how)
    },
  })
  const { keepExports } = host
  const loader = { ...createLoader(more(files)), evaluate, imported, keepExports }
  const kept = new ModuleMap(loader)
  return () => {
    const modules = new ModuleMap(loader, kept)
    return { import: (url) => modules.import(url, url), end: () => modules.end() }
  }
}

/** Apps that the plugin built, or plain modules. @param apps As [path, URL]. */
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
