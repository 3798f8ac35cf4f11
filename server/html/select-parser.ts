/**
 * HTML as browsers read it since a select holds anything: buttons, groups, pictures beside options. In: markup, what parse5
 * takes as options. Out: its tree. parse5 has the parser of before, in which all but options is dropped; there is no insertion
 * mode for selects any more, they bound scopes, and what shows the selected option holds a copy of it. It is loaded by whoever
 * reads what views write. https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-inbody
 */
import {
  InsertionMode,
  html as names,
  Parser,
  type ParserOptions,
  type Token,
  type TreeAdapterTypeMap,
} from 'parse5'

const { TAG_ID: TAG, TAG_NAMES: NAME, NS } = names
const HEADINGS = [TAG.H1, TAG.H2, TAG.H3, TAG.H4, TAG.H5, TAG.H6]

/** The parser, for what comes in pieces: `begin`, pieces by its tokenizer, `end`. */
export class SelectParser<T extends TreeAdapterTypeMap> extends Parser<T> {
  readonly #selects: T['element'][] = []
  #isCopied = false

  override onItemPush(node: T['parentNode'], tag: number, isTop: boolean): void {
    super.onItemPush(node, tag, isTop)
    if (tag === TAG.SELECT) this.#selects.push(node as T['element'])
    else if (tag === TAG.UNKNOWN)
      this.#isCopied ||= this.treeAdapter.getTagName(node as T['element']) === 'selectedcontent'
  }

  /** What is beyond a select is in no scope of what is in it. */
  #boundScopes(): void {
    const { openElements: open } = this
    const isBeyond = (tag: number) =>
      this.#selects.length > 0 &&
      tag !== TAG.SELECT &&
      open.indexOfTopmost(TAG.SELECT) > open.indexOfTopmost(tag)
    for (const name of ['hasInScope', 'hasInListItemScope', 'hasInButtonScope'] as const) {
      const original = open[name].bind(open) as (tag: number, ...rest: unknown[]) => boolean
      open[name] = (tag: number, ...rest: unknown[]) => original(tag, ...rest) && !isBeyond(tag)
    }
    const inScope = open.hasNumberedHeaderInScope.bind(open)
    open.hasNumberedHeaderInScope = () => inScope() && !HEADINGS.every(isBeyond)
  }

  #inSelect = (): boolean => this.#selects.length > 0 && this.openElements.hasInScope(TAG.SELECT)

  override _resetInsertionModeForSelect(at: number): void {
    const { openElements } = this
    const { stackTop } = openElements
    if (at === 0) {
      this.insertionMode = InsertionMode.IN_BODY
      return
    }
    openElements.stackTop = at - 1
    this._resetInsertionMode()
    openElements.stackTop = stackTop
  }

  override _startTagOutsideForeignContent(token: Token.TagToken): void {
    const { openElements: open } = this
    switch (token.tagID) {
      case TAG.SELECT:
      case TAG.INPUT:
        if (this.fragmentContextID === TAG.SELECT) return
        if (this.#inSelect()) {
          open.popUntilTagNamePopped(TAG.SELECT)
          if (token.tagID === TAG.SELECT) return
        }
        break
      case TAG.OPTION:
        if (this.#inSelect()) open.generateImpliedEndTagsWithExclusion(TAG.OPTGROUP)
        break
      case TAG.OPTGROUP:
      case TAG.HR:
        if (this.#inSelect()) open.generateImpliedEndTags()
        break
    }
    super._startTagOutsideForeignContent(token)
  }

  override _endTagOutsideForeignContent(token: Token.TagToken): void {
    if (token.tagID !== TAG.SELECT || !this.#inSelect()) {
      super._endTagOutsideForeignContent(token)
      return
    }
    this.openElements.generateImpliedEndTags()
    this.openElements.popUntilTagNamePopped(TAG.SELECT)
  }

  /** Reads all of it. */
  read(text: string): void {
    this.begin()
    this.end(text)
  }

  /** Before the first piece. */
  begin(): void {
    this.#boundScopes()
  }

  /** Reads the last piece. */
  end(text = ''): void {
    this.tokenizer.write(text, true)
    if (this.#isCopied) for (const select of this.#selects) this.#copySelected(select)
  }

  // What shows the selected option: a copy of what is in it.
  #copySelected(select: T['element']): void {
    const { treeAdapter } = this
    if (this.#has(select, 'multiple')) return
    const all = [...this.#below(select)]
    const shows = all.find((one) => treeAdapter.getTagName(one) === 'selectedcontent')
    const options = all.filter((one) => treeAdapter.getTagName(one) === NAME.OPTION)
    const selected =
      options.findLast((one) => this.#has(one, 'selected')) ??
      options.find((one) => !this.#has(one, 'disabled'))
    if (shows === undefined || selected === undefined) return
    for (const child of [...treeAdapter.getChildNodes(shows)]) treeAdapter.detachNode(child)
    this.#copyChildren(selected, shows)
  }

  #copyChildren(from: T['parentNode'], to: T['parentNode']): void {
    const { treeAdapter } = this
    for (const child of treeAdapter.getChildNodes(from)) {
      if (treeAdapter.isTextNode(child)) {
        treeAdapter.insertText(to, treeAdapter.getTextNodeContent(child))
      } else if (treeAdapter.isElementNode(child)) {
        const { treeAdapter: make } = this
        const attributes = make.getAttrList(child).map((one) => ({ ...one }))
        const copy = make.createElement(
          make.getTagName(child),
          make.getNamespaceURI(child),
          attributes,
        )
        make.appendChild(to, copy)
        this.#copyChildren(child, copy)
      }
    }
  }

  *#below(parent: T['parentNode']): Generator<T['element']> {
    for (const child of this.treeAdapter.getChildNodes(parent)) {
      if (!this.treeAdapter.isElementNode(child)) continue
      if (this.treeAdapter.getNamespaceURI(child) === NS.HTML) yield child
      yield* this.#below(child)
    }
  }

  #has(element: T['element'], name: string): boolean {
    return this.treeAdapter.getAttrList(element).some((one) => one.name === name)
  }
}

// No token leads into the modes of before.
const OLD = new Set<number>([InsertionMode.IN_SELECT, InsertionMode.IN_SELECT_IN_TABLE])
const MODE = Symbol()
Object.defineProperty(SelectParser.prototype, 'insertionMode', {
  get(this: { [MODE]: InsertionMode }) {
    return this[MODE]
  },
  set(this: { [MODE]: InsertionMode }, mode: InsertionMode) {
    if (!OLD.has(mode)) this[MODE] = mode
  },
})

/** Reads a document. */
export function parse<T extends TreeAdapterTypeMap>(
  html: string,
  options: ParserOptions<T>,
): T['document'] {
  const parser = new SelectParser<T>(options)
  parser.read(html)
  return parser.document
}

/** Reads what stands in an element; in a template, where there is none. */
export function parseFragment<T extends TreeAdapterTypeMap>(
  context: T['parentNode'] | null,
  html: string,
  options: ParserOptions<T>,
): T['documentFragment'] {
  const parser = SelectParser.getFragmentParser<T>(context, options) as SelectParser<T>
  parser.read(html)
  return parser.getFragment()
}
