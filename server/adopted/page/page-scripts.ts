// Runs the scripts of the page's document or a frame's when a browser would, fires `load` and
// `error`, and counts outcomes. An error stops no other script.
// https://html.spec.whatwg.org/multipage/scripting.html#prepare-the-script-element

import { setImmediate } from 'node:timers/promises'
import {
  type PageParser,
  type PageWindow,
  type ParserScripts,
  uncaught,
  waitFor,
} from '../../dom/index.ts'
import { noteScript } from '../../snapshot/worker/error-text.ts'
import type { ScriptCompiler } from '../../snapshot/worker/script-compiler.ts'
import { compileScript, importInWindow } from './compiled-scripts.ts'
import { ModuleGraph } from './module-graph.ts'
import type { PageRequests, ScriptSources } from './page-requests.ts'
import { PageSheets } from './page-sheets.ts'

/** A document whose scripts run in its own window: the page's, or a frame's. */
export interface ScriptedDocument {
  readonly document: Document
  readonly window: PageWindow
  /** Whether it is the page's document, not a frame's. */
  readonly isPage: boolean
  readonly href: () => string
  /** Whether a synchronous script writes it, such as another document's. */
  readonly isWritten: () => boolean
  /** Whether the page is shown: nothing of an ended page may run. */
  readonly isShown: () => boolean
  readonly dispatch: (event: Event) => void
}

type Script = HTMLScriptElement

/** The rest does not run, and the page is not served. */
export const MOST_SCRIPTS = 2000

type Run = () => void

export class PageScripts implements ParserScripts {
  readonly #scripted: ScriptedDocument
  readonly #requests: PageRequests
  readonly #sheets: PageSheets
  readonly #modules: ModuleGraph
  readonly #compiler: ScriptCompiler
  readonly #started = new WeakSet<Script>()
  readonly #current: (Script | null)[] = []
  readonly #deferred: Promise<Run>[] = []
  readonly #loading = new Set<Promise<unknown>>()
  #inserted: Promise<unknown> = Promise.resolve()
  readonly #begun: ScriptSources['begun']
  readonly outcomes = { ran: 0, threw: 0, missing: 0 }

  constructor(scripted: ScriptedDocument, { requests, compiler, begun }: ScriptSources) {
    this.#scripted = scripted
    this.#begun = begun
    this.#requests = requests
    this.#sheets = new PageSheets(requests, (work) => this.hold(work))
    this.#compiler = compiler
    importInWindow(scripted.window, (specifier, referrer) =>
      this.#modules.import(specifier, referrer),
    )
    this.#modules = new ModuleGraph({ requests, compiler, window: scripted.window })
  }

  /** `document.currentScript`. */
  get current(): Script | null {
    return this.#current.at(-1) ?? null
  }

  /** Whether the running script may write into the parsed text. */
  get isInParser(): boolean {
    return this.#inParser
  }
  #inParser = false

  run(script: Script): Promise<Run> | undefined {
    if (!this.#start(script)) return undefined
    const kind = kindOf(script)
    const has = (name: string) => script.hasAttribute(name)
    if (kind === 'importmap') return void this.#takeMap(script)
    if (kind === 'module') {
      const ready = this.#module(script)
      if (has('async')) this.#whenReady(ready)
      else this.#deferred.push(ready)
      return undefined
    }
    if (!has('src')) {
      const code = script.textContent ?? ''
      const run = () => this.#inside(script, code)
      const { ready } = this.#sheets
      if (ready) return ready.then(() => run)
      // Microtasks of the last script run first, unless another document writes this one.
      if (this.#current.length === 0 && !this.#scripted.isWritten())
        return setImmediate().then(() => run)
      run()
      return undefined
    }
    const ready = this.#external(script)
    if (has('async')) this.#whenReady(ready)
    else if (has('defer')) this.#deferred.push(ready)
    else return this.#afterSheets(ready)
    return undefined
  }

  /** A script that sheets block runs after them. */
  async #afterSheets(script: Promise<Run>): Promise<Run> {
    await this.#sheets.ready
    return script
  }

  /** An element that may need to load style sheets. */
  styled(owner: HTMLLinkElement | HTMLStyleElement): void {
    const { document } = this.#scripted
    if (owner.getRootNode({ composed: true }) !== document) return
    const isParsed = document.readyState === 'loading' && this.current === null
    this.#sheets.load(owner, isParsed ? 'parser' : 'script')
  }

  /** @param made Whether the parser inserted it, and runs it itself. */
  inserted(script: Script, made: PageParser['hasCreated']): void {
    if (made(script) || !script.isConnected) return
    if (script.ownerDocument !== this.#scripted.document) return
    if (!script.hasAttribute('src') && script.textContent === '') return
    if (!this.#start(script)) return
    const kind = kindOf(script)
    if (kind === 'importmap') this.#takeMap(script)
    else if (kind === 'module') this.#whenReady(this.#module(script))
    else if (script.hasAttribute('src')) {
      const ready = this.#external(script)
      if (script.hasAttribute('async')) this.#whenReady(ready)
      else {
        const before = this.#inserted
        const inTurn = ready.then((run) => before.then(() => run))
        this.#inserted = this.#whenReady(inTurn)
      }
    } else this.#classic(script, script.textContent ?? '')
  }

  async runDeferred(): Promise<void> {
    for (const ready of this.#deferred) (await this.#afterSheets(ready))()
    await this.#sheets.ready
  }

  hold(work: Promise<unknown>): void {
    this.#loading.add(work)
    const done = () => this.#loading.delete(work)
    work.then(done, done)
  }

  async loaded(): Promise<void> {
    while (this.#loading.size > 0) await Promise.all(this.#loading)
  }

  /** @returns False if it must not run. */
  #start(script: Script): boolean {
    if (this.#started.has(script) || kindOf(script) === undefined) return false
    if (!script.hasAttribute('src') && (script.textContent ?? '').trim() === '') return false
    this.#started.add(script)
    this.#begun.scripts += 1
    if (this.#begun.scripts > MOST_SCRIPTS) return false
    return !(kindOf(script) === 'classic' && script.hasAttribute('nomodule'))
  }

  #whenReady(ready: Promise<Run>): Promise<void> {
    const done = ready.then((run) => run())
    this.hold(done)
    return done
  }

  #external(script: Script): Promise<Run> {
    const url = urlOf(script, this.#base)
    const loaded = url === undefined ? refused(script) : this.#requests.load(url, 'the script')
    return loaded.then(
      (source) => () => {
        this.#inside(script, source.text, source.url)
        fire(script, 'load')
      },
      (error: unknown) => () => this.#fails(script, error),
    )
  }

  /** Runs a script that blocks the parser: it may write. */
  #inside(script: Script, code: string, url?: string): void {
    const before = this.#inParser
    this.#inParser = !script.hasAttribute('async') && !script.hasAttribute('defer')
    try {
      this.#classic(script, code, url)
    } finally {
      this.#inParser = before
    }
  }

  /** @param url Undefined for an inline script. */
  #classic(script: Script, code: string, url?: string): void {
    if (!this.#scripted.isShown()) return
    this.#current.push(script)
    const filename = url ?? this.#scripted.href()
    noteScript(filename, code)
    try {
      const referrer = url ?? this.#base
      const { window } = this.#scripted
      const compiled = compileScript(this.#compiler, { window, code, filename, referrer })
      compiled.runInContext(window)
      this.outcomes.ran += 1
    } catch (error) {
      this.outcomes.threw += 1
      uncaught(error)
    } finally {
      this.#current.pop()
    }
  }

  #module(script: Script): Promise<Run> {
    const hasSource = script.hasAttribute('src')
    const url = urlOf(script, this.#base)
    const code = script.textContent ?? ''
    const made = !hasSource
      ? this.#modules.of(code, this.#base)
      : url === undefined
        ? refused(script)
        : this.#modules.at(url)
    waitFor(
      'a module script',
      made.catch(() => undefined),
      'page',
    )
    return made.then(
      (module) => () => {
        if (!this.#scripted.isShown()) return
        const evaluated = this.#modules.evaluate(module).then(
          () => this.outcomes.ran++,
          (error: unknown) => {
            this.outcomes.threw += 1
            uncaught(error)
          },
        )
        waitFor('a module script', evaluated, 'page')
        fire(script, 'load')
      },
      (error: unknown) => () => this.#fails(script, error),
    )
  }

  #fails(script: Script, error: unknown): void {
    if (error instanceof SyntaxError) {
      this.outcomes.threw += 1
      uncaught(error)
      return
    }
    const url = urlOf(script, this.#base)
    // Scripts of other origins are left out on purpose.
    if (url === undefined || !this.#requests.leftOut.has(new URL(url).origin)) {
      this.outcomes.missing += 1
      uncaught(error)
    }
    fire(script, 'error')
  }

  #takeMap(script: Script): void {
    try {
      this.#modules.addMap(script.textContent ?? '', this.#base)
    } catch (error) {
      uncaught(error)
    }
  }

  get #base(): string {
    return this.#scripted.document.baseURI
  }
}

const refused = (script: Script): Promise<never> =>
  Promise.reject(new TypeError(`"${script.getAttribute('src')}" is no address of a script`))

const fire = (script: Script, type: 'load' | 'error'): void =>
  void script.dispatchEvent(new Event(type))

/** https://html.spec.whatwg.org/multipage/scripting.html#attr-script-type */
const CLASSIC = /^$|^(?:text|application)\/(?:x-)?(?:java|ecma)script$/i

/** @returns Undefined for data blocks. */
function kindOf(script: Script): 'classic' | 'module' | 'importmap' | undefined {
  const type = (script.getAttribute('type') ?? '').trim()
  if (CLASSIC.test(type)) return 'classic'
  const name = type.toLowerCase()
  return name === 'module' || name === 'importmap' ? name : undefined
}

/** @returns Undefined if the URL is absent or invalid. */
function urlOf(script: Script, base: string): string | undefined {
  const src = script.getAttribute('src') ?? ''
  return src !== '' && URL.canParse(src, base) ? new URL(src, base).href : undefined
}
