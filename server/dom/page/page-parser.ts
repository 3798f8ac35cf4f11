/**
 * Parses a page into a live document as a browser does: scripts pause the parser, run, and may
 * write more input. Adopted pages and frames use it.
 * https://html.spec.whatwg.org/multipage/dynamic-markup-insertion.html#document.write()
 */

import { HTML } from '../../html/names.ts'
import { SelectParser } from '../../html/select-parser.ts'
import { DeclaringBuilder } from '../additions/declared-roots.ts'
import { insertParsed } from '../fixes/connect.ts'
import { type InnerWindow, S } from '../internals.ts'
import { detach, type Types } from '../tree-builder.ts'
import { makeInert } from './resource-loaders.ts'

export interface ParserScripts {
  /**
   * Runs or defers it. @returns A promise of the function that runs it, if the parser must wait.
   */
  run(script: HTMLScriptElement): Promise<() => void> | undefined
}

/** Splits input after each script end tag, where a script may run. */
const piecesOf = (html: string): string[] => html.match(/[\s\S]+?(?:<\/script[^>]*>|$)/gi) ?? []

/** The depth of scripts that write scripts, as in Chromium. */
const MOST_NESTED = 21

type Source = () => string | undefined

export class PageParser {
  readonly #scripts: ParserScripts
  readonly #builder: LiveBuilder
  readonly #parser: SelectParser<Types>
  readonly #created = new WeakSet<object>()
  /** Whether the parser created a script. */
  readonly hasCreated = (script: Element): boolean => this.#created.has(script)
  #script: HTMLScriptElement | undefined
  #blockedBy: Promise<() => void> | undefined
  #isComplete = false
  #nested = 0
  #isTooDeep = false
  #written: string[] = []
  #rest: string[] = []

  constructor(window: InnerWindow, scripts: ParserScripts, document: Document) {
    this.#scripts = scripts
    const treeAdapter = new LiveBuilder(window, document, (script) => this.#created.add(script))
    this.#builder = treeAdapter
    this.#parser = new SelectParser(
      { treeAdapter, scriptingEnabled: true },
      treeAdapter.createDocument(),
      null,
      (script) => {
        this.#script = script as HTMLScriptElement
      },
    )
  }

  /** Settles when the text, and all written input, is parsed. */
  read(html: string): Promise<void> {
    this.#rest = piecesOf(html)
    return this.end()
  }

  /** Settles when all written input is parsed. */
  async end(): Promise<void> {
    for (;;) {
      this.#advance(() => this.#written.shift() ?? this.#rest.shift())
      if (this.#blockedBy === undefined) break
      const run = await this.#blockedBy
      this.#blockedBy = undefined
      this.#inserting(run)
    }
    this.#isComplete = true
    this.#parser.tokenizer.write('', true)
    this.#builder.finishText()
  }

  /** Inserts text before the remaining input. @returns False when parsing is complete. */
  write(html: string): boolean {
    if (this.#isComplete) return false
    this.#nested += 1
    this.#isTooDeep = this.#nested > MOST_NESTED || (this.#nested > 1 && this.#isTooDeep)
    try {
      if (!this.#isTooDeep) {
        this.#written.push(...piecesOf(html))
        this.#advance(() => this.#written.shift())
      }
    } finally {
      this.#nested -= 1
    }
    return true
  }

  #advance(next: Source): void {
    while (this.#blockedBy === undefined) {
      const piece = next()
      if (piece === undefined) break
      this.#parser.tokenizer.write(piece, false)
      this.#builder.finishText()
      const script = this.#script
      this.#script = undefined
      if (script) this.#inserting(() => (this.#blockedBy = this.#scripts.run(script)))
    }
  }

  /** Runs a script: its written input comes first. */
  #inserting(run: () => void): void {
    const later = this.#written
    this.#written = []
    run()
    this.#written.push(...later)
  }
}

class LiveBuilder extends DeclaringBuilder {
  /** The parser gives each word alone: a node receives them all at once. */
  readonly #text = { parent: undefined as Node | undefined, data: '' }
  readonly #singles: Map<string, Element>
  readonly #onScript: (script: Element) => void

  constructor(window: InnerWindow, document: Document, onScript: (script: Element) => void) {
    super(window, document)
    this.#onScript = onScript
    this.#singles = document === window.document ? singlesOf(document) : new Map()
    for (const node of [...document.childNodes]) document.removeChild(node)
  }

  override createDocument(): Node {
    return this.document
  }

  override createElement(...args: Parameters<DeclaringBuilder['createElement']>): Element {
    this.finishText()
    const [tag, namespace, attributes] = args
    const single = namespace === HTML ? this.#singles.get(tag) : undefined
    if (single) {
      this.#singles.delete(tag)
      for (const { name, value } of attributes) single.setAttribute(name, value)
      return single
    }
    const element = super.createElement(...args)
    if (tag === 'link') makeInert(element)
    if (tag === 'script') this.#onScript(element)
    return element
  }

  override appendChild(parent: Node, node: Node): void {
    if (!parent[S.isConnected]) super.appendChild(parent, node)
    else if (!this.declares(parent, node)) insertParsed(parent, node, null)
  }

  override insertBefore(parent: Node, node: Node, next: Node): void {
    if (parent[S.isConnected]) insertParsed(parent, node, next)
    else super.insertBefore(parent, node, next)
  }

  override insertText(parent: Node, data: string): void {
    if (parent !== this.#text.parent) this.finishText()
    this.#text.parent = parent
    this.#text.data += data
  }

  override insertTextBefore(...args: Parameters<DeclaringBuilder['insertTextBefore']>): void {
    this.finishText()
    super.insertTextBefore(...args)
  }

  /** Before the next node, and where an element ends. */
  finishText(): void {
    const { parent, data } = this.#text
    this.#text.parent = undefined
    this.#text.data = ''
    if (parent) super.insertText(parent, data)
  }

  onItemPop(): void {
    this.finishText()
  }

  override createCommentNode(data: string): Node {
    this.finishText()
    return super.createCommentNode(data)
  }

  protected override addText(node: Node, text: string): void {
    ;(node as CharacterData).data += text
  }

  override detachNode(node: Node): void {
    this.finishText()
    const parent = node[S.parentNode]
    if (parent?.[S.isConnected]) parent[S.removeChild](node)
    else detach(node)
  }

  override setDocumentType(_: Node, name: string, publicId: string, systemId: string): void {
    const { document } = this
    document.appendChild(document.implementation.createDocumentType(name, publicId, systemId))
  }
}

function singlesOf({ documentElement, head, body }: Document): Map<string, Element> {
  head.remove()
  body.remove()
  return new Map<string, Element>([
    ['html', documentElement],
    ['head', head],
    ['body', body],
  ])
}
