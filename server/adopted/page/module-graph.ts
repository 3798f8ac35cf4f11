// Loads a page's module scripts: imports, import maps, dynamic import. Each module is created once
// and linked. Refuses files whose MIME type is not JavaScript, JSON or CSS, as browsers do.
// https://html.spec.whatwg.org/multipage/webappapis.html#fetching-scripts

import vm from 'node:vm'
import { ImportMap } from '@jspm/import-map'
import { giveWhole, isShownRealm, type PageWindow, pageGlobal, waitFor } from '../../dom/index.ts'
import { noteScript } from '../../snapshot/worker/script-texts.ts'
import type { PageRequests, Source } from './page-requests.ts'

const SCRIPT = /^(?:text|application)\/(?:x-)?(?:java|ecma)script$/
const JSON_TYPE = /^(?:application|text)\/(?:[\w.-]+\+)?json$/

export class ModuleGraph {
  readonly #requests: PageRequests
  readonly #context: vm.Context
  readonly #page = pageGlobal() as PageWindow
  readonly #modules = new Map<string, Promise<vm.Module>>()
  #map: ImportMap | undefined
  /** Links one graph after another: Node cannot link two graphs that share modules. */
  #linking: Promise<unknown> = Promise.resolve()

  /** @param context The globals of its modules. */
  constructor(requests: PageRequests, context: vm.Context) {
    this.#requests = requests
    this.#context = context
  }

  /**
   * Adds an import map. @param base Its document's base URL. @throws {SyntaxError} If it is no
   * JSON.
   */
  addMap(text: string, base: string): void {
    const map = JSON.parse(text)
    if (this.#map) this.#map.extend(map)
    else this.#map = new ImportMap({ map, mapUrl: base })
  }

  at(url: string): Promise<vm.Module> {
    return this.#linked(this.#get(url))
  }

  of(code: string, base: string): Promise<vm.Module> {
    return this.#linked(this.#withImports(this.#module(code, base), new Map()))
  }

  /** Dynamic import. @param referrer The importer's URL. */
  import(specifier: string, referrer: string): Promise<vm.Module> {
    const imported = this.#import(specifier, referrer)
    waitFor(
      `import("${specifier}")`,
      imported.catch(() => undefined),
      'page',
    )
    return imported
  }

  async #import(specifier: string, referrer: string): Promise<vm.Module> {
    const module = await this.at(this.resolve(specifier, referrer))
    if (!isShownRealm(this.#page)) return new Promise(() => {})
    await module.evaluate()
    return module
  }

  /** The URL of a specifier. @throws {TypeError} If it is invalid. */
  resolve(specifier: string, referrer: string): string {
    const isUrl = /^(?:\.{0,2}\/|[a-z][a-z\d+.-]*:)/i.test(specifier)
    if (this.#map) return this.#map.resolve(specifier, referrer)
    if (isUrl && URL.canParse(specifier, referrer)) return new URL(specifier, referrer).href
    throw new TypeError(
      `Failed to resolve module specifier "${specifier}": relative references must start with "/", "./" or "../"`,
    )
  }

  #get(url: string, seen = new Map<string, Promise<vm.Module>>()): Promise<vm.Module> {
    let module = this.#modules.get(url)
    if (module === undefined) {
      module = this.#requests.load(url, 'the module').then((source) => this.#moduleOf(source))
      this.#modules.set(url, module)
    }
    if (!seen.has(url)) {
      seen.set(url, module)
      return this.#withImports(module, seen)
    }
    return module
  }

  async #withImports(
    made: Promise<vm.Module> | vm.Module,
    seen: Map<string, Promise<vm.Module>>,
  ): Promise<vm.Module> {
    const module = await made
    if (!(module instanceof vm.SourceTextModule)) return module
    const addresses = module.dependencySpecifiers.map((one) => this.resolve(one, module.identifier))
    await Promise.all(addresses.filter((url) => !seen.has(url)).map((url) => this.#get(url, seen)))
    return module
  }

  async #linked(made: Promise<vm.Module>): Promise<vm.Module> {
    const module = await made
    const turn = this.#linking.then(() => this.#link(module))
    this.#linking = turn.catch(() => undefined)
    await turn
    return module
  }

  async #link(module: vm.Module): Promise<void> {
    if (module.status !== 'unlinked') return
    await module.link((specifier, { identifier }) => {
      const url = this.resolve(specifier, identifier)
      return this.#modules.get(url) ?? this.#get(url)
    })
  }

  #moduleOf({ url, text, type }: Source): vm.Module {
    if (SCRIPT.test(type)) return this.#module(text, url)
    if (JSON_TYPE.test(type)) return this.#synthetic(url, giveWhole(JSON.parse(text)))
    if (type === 'text/css') {
      const sheet = new CSSStyleSheet()
      sheet.replaceSync(text)
      return this.#synthetic(url, sheet)
    }
    throw new TypeError(`${url} is "${type}", and no module script`)
  }

  #module(code: string, url: string): vm.SourceTextModule {
    noteScript(url, code)
    return new vm.SourceTextModule(code, {
      identifier: url,
      context: this.#context,
      initializeImportMeta: (meta) =>
        Object.assign(meta, { url, resolve: (specifier: string) => this.resolve(specifier, url) }),
      importModuleDynamically: (specifier) => this.import(specifier, url) as Promise<never>,
    })
  }

  /** A module with a fixed value. */
  #synthetic(url: string, value: unknown): vm.Module {
    const module = new vm.SyntheticModule(['default'], () => module.setExport('default', value), {
      identifier: url,
      context: this.#context,
    })
    return module
  }
}
