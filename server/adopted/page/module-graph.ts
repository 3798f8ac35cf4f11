// Loads a page's module scripts, for page-scripts.ts: imports, import maps, dynamic import. Refuses
// files of other MIME types, as browsers do.
// https://html.spec.whatwg.org/multipage/webappapis.html#fetching-scripts

import { ImportMap } from '@jspm/import-map'
import { LRUCache } from 'lru-cache'
import {
  isShownRealm,
  type PageWindow,
  pageGlobal,
  toPage,
  toPageDeep,
  waitFor,
} from '../../dom/index.ts'
import type { LoadedModule, ValueModule } from '../../snapshot/modules/loaded-module.ts'
import { createLoader, type ScriptText } from '../../snapshot/modules/loader.ts'
import { type ModuleCode, moduleCode } from '../../snapshot/modules/module-code.ts'
import { ModuleMap } from '../../snapshot/modules/module-map.ts'
import { noteScript } from '../../snapshot/worker/error-text.ts'
import type { ScriptCompiler } from '../../snapshot/worker/script-compiler.ts'
import { compileScript } from './compiled-scripts.ts'
import type { PageRequests, RequestSource } from './page-requests.ts'

const SCRIPT = /^(?:text|application)\/(?:x-)?(?:java|ecma)script$/
const JSON_TYPE = /^(?:application|text)\/(?:[\w.-]+\+)?json$/

/** The address of a module without a file; a number follows. */
const INLINE = 'inline:'

interface GraphParts {
  readonly requests: PageRequests
  readonly compiler: ScriptCompiler
  readonly window: PageWindow
}

export class ModuleGraph {
  readonly #page = pageGlobal() as PageWindow
  readonly #modules: ModuleMap
  readonly #inline: ScriptText[] = []
  #map: ImportMap | undefined

  constructor({ requests, compiler, window }: GraphParts) {
    const loader = createLoader({
      resolve: (specifier, referrer) =>
        specifier.startsWith(INLINE) ? specifier : this.resolve(specifier, referrer),
      isKept: () => false,
      read: ({ url }) =>
        url.startsWith(INLINE)
          ? (this.#inline[Number(url.slice(INLINE.length))] as ScriptText)
          : requests.load(url, 'the module').then(moduleOf),
      meta: (url) => ({
        __proto__: null,
        url,
        resolve: (specifier: string) => this.resolve(specifier, url),
      }),
      compile: (code, { filename = '' }) =>
        compileScript(compiler, { window, code, filename, referrer: filename }),
      context: window,
      rewrite: rewritten,
    })
    this.#modules = new ModuleMap({ ...loader, imported: (module) => this.#imported(module) })
  }

  /** @param base Its document's base URL. @throws {SyntaxError} If it is no JSON. */
  addMap(json: string, base: string): void {
    const map = JSON.parse(json)
    if (this.#map) this.#map.extend(map)
    else this.#map = new ImportMap({ map, mapUrl: base })
  }

  at(url: string): Promise<LoadedModule> {
    return this.#modules.loader.load(url, url)
  }

  of(code: string, base: string): Promise<LoadedModule> {
    noteScript(base, code)
    const index = this.#inline.push({ kind: 'text', text: code, url: base }) - 1
    return this.#modules.loader.load(INLINE + index, base)
  }

  evaluate(module: LoadedModule): Promise<object> {
    return this.#modules.evaluate(module)
  }

  /** @param referrer The importer's URL. */
  import(specifier: string, referrer: string): Promise<object> {
    return this.#modules.importModule(specifier, referrer)
  }

  /** The page waits for it. It never settles once the page has ended. */
  #imported(module: Promise<object>): Promise<object> {
    waitFor(
      'an import()',
      module.catch(() => undefined),
      'page',
    )
    return isShownRealm(this.#page) ? toPage(module) : new Promise(() => {})
  }

  /** @throws {TypeError} If it is invalid. */
  resolve(specifier: string, referrer: string): string {
    const isUrl = /^(?:\.{0,2}\/|[a-z][a-z\d+.-]*:)/i.test(specifier)
    if (this.#map) return this.#map.resolve(specifier, referrer)
    if (isUrl && URL.canParse(specifier, referrer)) return new URL(specifier, referrer).href
    throw new TypeError(
      `Failed to resolve module specifier "${specifier}": relative references must start with "/", "./" or "../"`,
    )
  }
}

function moduleOf({ url, text, type }: RequestSource): ScriptText | ValueModule {
  if (SCRIPT.test(type)) {
    noteScript(url, text)
    return { kind: 'text', text, url }
  }
  if (JSON_TYPE.test(type)) return valueModule(url, toPageDeep(JSON.parse(text)))
  if (type !== 'text/css') throw new TypeError(`${url} is "${type}", and no module script`)
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(text)
  return valueModule(url, sheet)
}

function valueModule(url: string, value: unknown): ValueModule {
  const namespace = Object.freeze({ __proto__: null, default: value })
  return { kind: 'value', url, isKept: false, evaluate: () => namespace }
}

/** By text, bounded in characters. */
const codes = new LRUCache<string, ModuleCode>({ maxSize: 2 ** 25 })

function rewritten(source: string): ModuleCode {
  const code = codes.get(source) ?? moduleCode(source)
  codes.set(source, code, { size: source.length + 1 })
  return code
}
