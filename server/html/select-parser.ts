/**
 * Parses HTML by the current rules for `<select>`, which may hold any content. parse5 has the
 * earlier rules and drops all but options. Today there is no insertion mode for selects, they bound
 * scopes, and `<selectedcontent>` holds a copy of the selected option.
 * https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-inbody
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

/** The parser for chunked input: `begin`, chunks through its tokenizer, `end`. */
export class SelectParser<T extends TreeAdapterTypeMap> extends Parser<T> {
  readonly #selects: T['element'][] = []
  #isCopied = false

  override onItemPush(node: T['parentNode'], tag: number, isTop: boolean): void {
    super.onItemPush(node, tag, isTop)
    if (tag === TAG.SELECT) this.#selects.push(node as T['element'])
    else if (tag === TAG.UNKNOWN)
      this.#isCopied ||= this.treeAdapter.getTagName(node as T['element']) === 'selectedcontent'
  }

  /** Elements outside a select are not in scope inside it. */
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

  read(text: string): void {
    this.begin()
    this.end(text)
  }

  /** Call before the first chunk. */
  begin(): void {
    this.#boundScopes()
  }

  /** Reads the last chunk. */
  end(text = ''): void {
    this.tokenizer.write(text, true)
    if (this.#isCopied) for (const select of this.#selects) this.#copySelected(select)
  }

  // Copies the selected option's content into the element that shows it.
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

// No token may enter the removed modes.
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

/** Parses a document. */
export function parse<T extends TreeAdapterTypeMap>(
  html: string,
  options: ParserOptions<T>,
): T['document'] {
  const parser = new SelectParser<T>(options)
  parser.read(html)
  return parser.document
}

/** Parses the content of an element; of a template if none is given. */
export function parseFragment<T extends TreeAdapterTypeMap>(
  context: T['parentNode'] | null,
  html: string,
  options: ParserOptions<T>,
): T['documentFragment'] {
  const parser = SelectParser.getFragmentParser<T>(context, options) as SelectParser<T>
  parser.read(html)
  return parser.getFragment()
}
