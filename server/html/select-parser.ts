// Parses HTML by the current rules for `<select>`, which may hold any content. parse5 has the
// earlier rules and drops all but options.
// https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-inbody

import {
  InsertionMode,
  html as names,
  Parser,
  type ParserOptions,
  type Token,
  type TreeAdapterTypeMap,
} from 'parse5'

const { TAG_ID: TAG } = names
const HEADINGS = [...names.NUMBERED_HEADERS]

/** For chunked input, write to its tokenizer. */
export class SelectParser<T extends TreeAdapterTypeMap> extends Parser<T> {
  #hasSelect = false

  override onItemPush(node: T['parentNode'], tag: number, isTop: boolean): void {
    super.onItemPush(node, tag, isTop)
    if (tag === TAG.SELECT && !this.#hasSelect) this.#narrowScopes()
  }

  /** Scopes end at a select. Only once there is one, as few pages have any. */
  #narrowScopes(): void {
    this.#hasSelect = true
    const { openElements: open } = this
    const isBeyond = (tag: number) =>
      tag !== TAG.SELECT && open.indexOfTopmost(TAG.SELECT) > open.indexOfTopmost(tag)
    for (const name of ['hasInScope', 'hasInListItemScope', 'hasInButtonScope'] as const) {
      const original = open[name].bind(open) as (tag: number, ...rest: unknown[]) => boolean
      open[name] = (tag: number, ...rest: unknown[]) => original(tag, ...rest) && !isBeyond(tag)
    }
    const inScope = open.hasNumberedHeaderInScope.bind(open)
    open.hasNumberedHeaderInScope = () => inScope() && !HEADINGS.every(isBeyond)
  }

  #inSelect(): boolean {
    return this.#hasSelect && this.openElements.hasInScope(TAG.SELECT)
  }

  override _resetInsertionModeForSelect(selectIndex: number): void {
    const { openElements } = this
    const { stackTop } = openElements
    if (selectIndex === 0) {
      this.insertionMode = InsertionMode.IN_BODY
      return
    }
    openElements.stackTop = selectIndex - 1
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

export function parseWithSelects<T extends TreeAdapterTypeMap>(
  html: string,
  options: ParserOptions<T>,
): T['document'] {
  const parser = new SelectParser<T>(options)
  parser.tokenizer.write(html, true)
  return parser.document
}

/** @param context Null: a template. */
export function parseFragment<T extends TreeAdapterTypeMap>(
  context: T['parentNode'] | null,
  html: string,
  options: ParserOptions<T>,
): T['documentFragment'] {
  const parser = SelectParser.getFragmentParser<T>(context, options) as SelectParser<T>
  parser.tokenizer.write(html, true)
  return parser.getFragment()
}
