/**
 * Writes one tree as HTML, for index.ts, and records the first position that a parser might change
 * (`suspect`) or will change (`misplaced`). Slots resolve as in browsers, closed roots too.
 * https://dom.spec.whatwg.org/#finding-flattened-slottables
 */

import { styleText } from '../../dom/index.ts'
import { ELEMENT, FRAGMENT, S, TEXT } from '../../dom/internals.ts'
import { escapeAttribute, escapeText, rawText, styleRaw } from '../../html/escape.ts'
import {
  actsOnDocument,
  HTML,
  isActive,
  isAttributeName,
  isDataScript,
  isElementName,
} from '../../html/names.ts'
import { enter, type Kind, kindOf, namespaceOf, SUSPECT } from '../../html/nesting.ts'
import { selectedOptions, stateOf } from './form-state.ts'
import { editedLink } from './own-sheets.ts'
import { isLinkedSheet, type StyleScope } from './scope.ts'
import { MARK, SerializeError, type SerializeOptions } from './serialize-options.ts'
import { adoptedStyles, assignedTo, attributeValue, declarationOf, type Tree } from './shadow.ts'

/** Chromium flattens trees deeper than 512; the shell needs a few levels too. */
const MOST_DEPTH = 480

/** The position of a node in its tree, which decides how a parser reads the node. */
export interface WriterPosition {
  kind: Kind
  namespace: string
  open: number
  depth: number
  /** The parser may put an element around it elsewhere. */
  isDoubtful: boolean
}

/** For the document around views, which the app's own file wrote. */
export interface ShellOptions {
  /** The file's HTML of a node that is not written as it is now. */
  fileHtml(node: Node): string | undefined
  /** Whether an attribute may be active, as it is the file's. */
  isOfFile(element: Element, name: string, value: string): boolean
  /**
   * The HTML of a node that is proven at its position. The others need no proof, and may be as deep
   * as the file has them. Default: all nodes are proven together.
   */
  provenHtml?(node: Node, position: WriterPosition): string | undefined
}

export const TOP: WriterPosition = {
  kind: kindOf('div'),
  namespace: HTML,
  open: 0,
  depth: 0,
  isDoubtful: false,
}

export class Writer {
  suspect: string | null = null
  misplaced: string | null = null
  /** A tree needs a script for its slots, or a client could not read it to take over. */
  undeclarable = false
  /** Raw texts that would be markup elsewhere. */
  readonly raws: string[] = []
  readonly #flat: boolean
  readonly #scope: StyleScope | undefined
  readonly #omit: ReadonlySet<Node> | undefined
  readonly #shell: ShellOptions | undefined
  #selected: Set<unknown> | null = null

  constructor({ shadow = 'flatten', scope, omit }: SerializeOptions = {}, shell?: ShellOptions) {
    this.#flat = shadow === 'flatten'
    this.#scope = this.#flat ? scope : undefined
    this.#omit = omit
    this.#shell = shell
  }

  node(node: Node, position: WriterPosition = TOP): string {
    return this.#node(node, null, { ...position, depth: 0 })
  }

  inside(element: Element, position: WriterPosition = TOP): string {
    if (element[S.nodeType] !== ELEMENT) return this.node(element)
    return this.#content(element, null, position)
  }

  tag(element: Element): string {
    const tag = element[S.localName]
    return `<${tag}${this.#attributes(element, tag, element[S.namespaceURI])}>`
  }

  #node(node: Node, tree: Tree | null, position: WriterPosition): string {
    const written = this.#shell?.fileHtml(node) ?? this.#shell?.provenHtml?.(node, position)
    if (written !== undefined) return written
    if (this.#omit?.has(node)) return ''
    switch (node[S.nodeType]) {
      case ELEMENT:
        return this.#element(node as Element, tree, position)
      case TEXT:
        return this.#text(node[S.data] ?? '', position)
      case FRAGMENT:
        return this.#all(node[S.nodeArray], tree, position)
    }
    return ''
  }

  #all(nodes: readonly Node[], tree: Tree | null, position: WriterPosition): string {
    let html = ''
    for (const node of nodes) html += this.#node(node, tree, position)
    return html
  }

  #text(text: string, position: WriterPosition): string {
    const { kind, namespace } = position
    if (!kind.takesText && namespace === HTML && /[^\t\n\f ]/.test(text)) {
      this.suspect ??= `the text in <${kind.tag}>`
    }
    return escapeText(text)
  }

  #element(element: Element, tree: Tree | null, position: WriterPosition): string {
    const namespace = element[S.namespaceURI]
    const html = namespace === HTML
    // No end tag ends a <plaintext>; a <pre> looks the same.
    const isEndless = html && element[S.localName] === 'plaintext'
    const tag = isEndless ? 'pre' : element[S.localName]
    const kind = kindOf(tag)
    if (html && kind.isPlain) return this.#plain(element, kind, tree, position)
    if (html) {
      if (tree && tag === 'slot') return this.#slot(element, tree, position)
      if (tag === 'template' && attributeValue(element, 'shadowrootmode') !== null) return ''
      if (tag === 'noscript' || actsOnDocument(tag, (name) => attributeValue(element, name)))
        return ''
    }
    if (tree && this.#scope && html && (tag === 'style' || isLinkedSheet(element))) return ''
    if (tag === 'script' && !(html && isDataScript(attributeValue(element, 'type')))) return ''
    if (!(html ? kind.isName : isElementName(tag, namespace))) {
      throw new SerializeError('name', `<${tag}> has a name that HTML cannot write`)
    }
    const inside = this.#enter(kind, namespace, position)
    const edited = tag === 'link' && html ? editedLink(element) : undefined
    if (edited !== undefined) return this.#noted(edited)
    const start = `<${tag}${this.#attributes(element, tag, namespace)}${this.#names(element, tree)}>`
    if (!html) return `${start}${this.#content(element, tree, inside)}</${tag}>`
    if (kind.isVoid) {
      if (element[S.nodeArray].length > 0) this.misplaced ??= `what is in <${tag}>`
      return start
    }
    const content = kind.isRaw
      ? this.#raw(element, tag)
      : kind.isEscapable
        ? escapeText(this.#textOnly(element, tag))
        : this.#content(element, tree, inside)
    const newline = kind.dropsNewline && content.startsWith('\n') ? '\n' : ''
    return `${start}${newline}${content}</${tag}>`
  }

  /** The fast path: nearly all elements are HTML without special rules. */
  #plain(element: Element, kind: Kind, tree: Tree | null, position: WriterPosition): string {
    const { tag } = kind
    const inside = this.#enter(kind, HTML, position)
    const attributes = this.#attributes(element, tag, HTML)
    const root = element[S.shadowRoot]
    const names = this.#scope === undefined ? '' : this.#names(element, tree)
    const content = root
      ? this.#content(element, tree, inside)
      : this.#all(element[S.nodeArray], tree, inside)
    return `<${tag}${attributes}${names}>${content}</${tag}>`
  }

  #names(element: Element, tree: Tree | null): string {
    if (this.#scope === undefined) return ''
    const root = element[S.shadowRoot]
    if (root) this.#scope.enter(root)
    return this.#scope.attributes(element, tree?.root ?? null)
  }

  /** @returns The position of what is in an element. */
  enter(element: Element, position: WriterPosition): WriterPosition {
    return this.#enter(kindOf(element[S.localName]), element[S.namespaceURI], position)
  }

  #enter(kind: Kind, namespace: string, position: WriterPosition): WriterPosition {
    const { tag } = kind
    const depth = position.depth + (this.#shell?.provenHtml ? 0 : 1)
    if (depth > MOST_DEPTH)
      throw new SerializeError('depth', `<${tag}> is ${MOST_DEPTH} levels deep`)
    const isMisplaced = namespaceOf(tag, position.kind.tag, position.namespace) !== namespace
    if (isMisplaced) this.misplaced ??= `<${tag}> of ${namespace}`
    const open = enter(kind, namespace, position.open, position.kind)
    const isSuspect = (open & SUSPECT) !== 0
    if (isSuspect) this.suspect ??= `<${tag}> in <${position.kind.tag}>`
    const isDoubtful = position.isDoubtful || isMisplaced || isSuspect
    return { kind, namespace, open: open & ~SUSPECT, depth, isDoubtful }
  }

  /** Template content, shadow tree or children. */
  #content(element: Element, tree: Tree | null, position: WriterPosition): string {
    const content = element[S.content]
    if (content && element[S.localName] === 'template') {
      return this.#all(content[S.nodeArray], null, position)
    }
    const root = element[S.shadowRoot]
    if (element[S.localName] === 'select' && element[S.namespaceURI] === HTML) {
      return this.#options(element, tree, position)
    }
    if (!root) return this.#all(element[S.nodeArray], tree, position)
    if (!this.#flat) {
      return this.#declared(root, position) + this.#all(element[S.nodeArray], tree, position)
    }
    this.#scope?.enter(root)
    const manual = root[S.slotAssignment] === 'manual'
    const inner: Tree = { root, host: element, manual, outer: tree, slots: null }
    return this.#all(root[S.nodeArray], inner, position)
  }

  #declared(root: ShadowRoot, position: WriterPosition): string {
    if (root[S.slotAssignment] === 'manual' || root[S.mode] === 'closed') this.undeclarable = true
    const inside = this.#enter(kindOf('template'), HTML, position)
    const nodes = root[S.nodeArray]
    const { texts, index } = adoptedStyles(root)
    const adopted = texts.map((text) => `<style>${this.#noted(text)}</style>`).join('')
    const before = this.#all(nodes.slice(0, index), null, inside)
    const content = before + adopted + this.#all(nodes.slice(index), null, inside)
    return `${declarationOf(root)}${MARK}${content}${MARK}</template>`
  }

  #slot(slot: Element, tree: Tree, position: WriterPosition): string {
    if (!this.#scope?.isStyled(slot, tree.root)) return this.#slotted(slot, tree, position)
    const inside = this.#enter(kindOf('slot'), HTML, position)
    const start = `<slot${this.#attributes(slot, 'slot', HTML)}${this.#names(slot, tree)}>`
    return `${start}${this.#slotted(slot, tree, inside)}</slot>`
  }

  #slotted(slot: Element, tree: Tree, position: WriterPosition): string {
    const assigned = assignedTo(slot, tree)
    if (assigned.length === 0) return this.#all(slot[S.nodeArray], tree, position)
    return this.#all(assigned, tree.outer, position)
  }

  #options(select: Element, tree: Tree | null, position: WriterPosition): string {
    const before = this.#selected
    this.#selected = selectedOptions(select as HTMLSelectElement)
    const html = this.#all(select[S.nodeArray], tree, position)
    this.#selected = before
    return html
  }

  #attributes(element: Element, tag: string, namespace: string): string {
    const state = namespace === HTML ? stateOf(element, tag, this.#selected) : undefined
    const items = element[S.attributes][S.items]
    if (items.size === 0 && state === undefined) return ''
    let html = ''
    for (const attribute of items.values()) {
      const name = attribute[S.name]
      if (state && name in state) continue
      const value = attribute[S.value] ?? ''
      const isSafe = isAttributeName(name, namespace) && !isActive(tag, name, value)
      if (!isSafe && !this.#shell?.isOfFile(element, name, value)) continue
      html += ` ${name}="${escapeAttribute(value)}"`
    }
    if (!state) return html
    for (const [name, value] of Object.entries(state)) {
      if (value !== null) html += ` ${name}="${escapeAttribute(value)}"`
    }
    return html
  }

  #raw(element: Element, tag: string): string {
    return this.#noted(tag === 'style' ? this.#styles(element) : this.#rawText(element, tag))
  }

  #noted(text: string): string {
    if (text.includes('<')) this.raws.push(text)
    return text
  }

  #rawText(element: Element, tag: string): string {
    const text = rawText(this.#textOnly(element, tag))
    // JSON can escape the sign; other raw text cannot.
    if (tag === 'script' && /<(?:\/script|script|!--)/i.test(text))
      return text.replaceAll('<', '\\u003c')
    if (new RegExp(`</${tag}`, 'i').test(text)) {
      throw new SerializeError('raw-text', `The text of <${tag}> holds its own end tag`)
    }
    return text
  }

  #styles(element: Element): string {
    const text = this.#textOnly(element, 'style')
    return styleRaw(text === '' || element[S.isConnected] ? styleText(element) : text)
  }

  #textOnly(element: Element, tag: string): string {
    let text = ''
    for (const node of element[S.nodeArray]) {
      if (node[S.nodeType] === ELEMENT) this.misplaced ??= `the element in <${tag}>`
      else if (node[S.nodeType] === TEXT) text += node[S.data] ?? ''
    }
    return tag === 'textarea' ? (element as HTMLTextAreaElement).value : text
  }
}
