/**
 * Writes one tree. In: nodes of the snapshot's window. Out: HTML, plus the first place that the parser might change
 * (`suspect`) or surely would (`misplaced`). Slots are resolved as the browser does it: the first slot of a name takes what
 * is assigned to it, an empty one shows its fallback, slots of slots go on outwards. Closed roots are written too.
 * What has no HTML at all goes to `refuse`, which throws. https://dom.spec.whatwg.org/#finding-flattened-slottables
 */
import { type InnerElement, type InnerNode, type InnerShadowRoot, S } from '../dom/internals.ts'
import type { SerializeOptions, Unwritable } from '../serialize.ts'
import { escapeAttribute, escapeText, rawText } from './escape.ts'
import { inputState, type State, selectedOptions } from './form.ts'
import { HTML, isActive, isAttributeName, isDataScript, isElementName } from './names.ts'
import { enter, type Kind, kindOf, namespaceOf, SUSPECT } from './nesting.ts'

/** Chromium flattens trees deeper than 512; the shell needs a few levels too. */
const MOST_DEPTH = 480

/** The shadow tree that is being written: whose it is, where that host is written, and which slots are taken. */
interface Tree {
  host: InnerElement
  manual: boolean
  outer: Tree | null
  taken: Set<string>
}

/** Where a node is being written. */
interface Place {
  kind: Kind
  namespace: string
  open: number
  depth: number
}

const TOP: Place = { kind: kindOf('div'), namespace: HTML, open: 0, depth: 0 }

export class Writer {
  suspect: string | null = null
  misplaced: string | null = null
  readonly #flat: boolean
  readonly #refuse: (reason: Unwritable, message: string) => never
  #selected: Set<unknown> | null = null

  constructor(
    shadow: NonNullable<SerializeOptions['shadow']>,
    refuse: (reason: Unwritable, message: string) => never,
  ) {
    this.#flat = shadow === 'flatten'
    this.#refuse = refuse
  }

  node(node: InnerNode): string {
    return this.#node(node, null, TOP)
  }

  inside(element: InnerElement): string {
    if (element[S.nodeType] !== 1) return this.node(element)
    return this.#content(element, null, TOP)
  }

  #node(node: InnerNode, tree: Tree | null, place: Place): string {
    switch (node[S.nodeType]) {
      case 1:
        return this.#element(node as InnerElement, tree, place)
      case 3:
        return this.#text(node[S.data] ?? '', place)
      case 11:
        return this.#all(node[S.nodeArray], tree, place)
    }
    return ''
  }

  #all(nodes: readonly InnerNode[], tree: Tree | null, place: Place): string {
    let html = ''
    for (const node of nodes) html += this.#node(node, tree, place)
    return html
  }

  #text(text: string, place: Place): string {
    const { kind, namespace } = place
    if (!kind.takesText && namespace === HTML && /[^\t\n\f ]/.test(text)) {
      this.suspect ??= `the text in <${kind.tag}>`
    }
    return escapeText(text)
  }

  #element(element: InnerElement, tree: Tree | null, place: Place): string {
    const tag = element[S.localName]
    const namespace = element[S.namespaceURI]
    const html = namespace === HTML
    if (html) {
      if (tree && tag === 'slot') return this.#slot(element, tree, place)
      if (tag === 'noscript') return ''
      if (tag === 'template' && attribute(element, 'shadowrootmode') !== null) return ''
    }
    if (tag === 'script' && !(html && isDataScript(attribute(element, 'type')))) return ''
    const kind = kindOf(tag)
    if (!(html ? kind.isName : isElementName(tag, namespace))) {
      this.#refuse('name', `<${tag}> has a name that HTML cannot write`)
    }
    const inside = this.#enter(kind, namespace, place)
    const start = `<${tag}${this.#attributes(element, tag, namespace)}>`
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

  #enter(kind: Kind, namespace: string, place: Place): Place {
    const { tag } = kind
    if (place.depth >= MOST_DEPTH) this.#refuse('depth', `<${tag}> is ${MOST_DEPTH} levels deep`)
    const expected = namespaceOf(tag, place.kind.tag, place.namespace)
    if (expected !== namespace) this.misplaced ??= `<${tag}> of ${namespace}`
    const open = enter(kind, namespace, place.open, place.kind)
    if (open & SUSPECT) this.suspect ??= `<${tag}> in <${place.kind.tag}>`
    return { kind, namespace, open: open & ~SUSPECT, depth: place.depth + 1 }
  }

  /** Template content, shadow tree or children: what the element holds in this form of HTML. */
  #content(element: InnerElement, tree: Tree | null, place: Place): string {
    const content = element[S.content]
    if (content && element[S.localName] === 'template') {
      return this.#all(content[S.nodeArray], null, place)
    }
    const root = element[S.shadowRoot]
    if (element[S.localName] === 'select' && element[S.namespaceURI] === HTML) {
      return this.#options(element, tree, place)
    }
    if (!root) return this.#all(element[S.nodeArray], tree, place)
    if (!this.#flat) {
      return this.#declared(root, place) + this.#all(element[S.nodeArray], tree, place)
    }
    const manual = root[S.slotAssignment] === 'manual'
    const inner: Tree = { host: element, manual, outer: tree, taken: new Set() }
    return this.#all(root[S.nodeArray], inner, place)
  }

  #declared(root: InnerShadowRoot, place: Place): string {
    const flags =
      (root[S.delegatesFocus] ? ' shadowrootdelegatesfocus=""' : '') +
      (root[S.clonable] ? ' shadowrootclonable=""' : '') +
      (root[S.serializable] ? ' shadowrootserializable=""' : '')
    const inside = this.#enter(kindOf('template'), HTML, place)
    const content = this.#all(root[S.nodeArray], null, inside)
    return `<template shadowrootmode="${root[S.mode]}"${flags}>${content}</template>`
  }

  #slot(slot: InnerElement, tree: Tree, place: Place): string {
    const name = attribute(slot, 'name') ?? ''
    const assigned = this.#assigned(slot, name, tree)
    tree.taken.add(name)
    if (assigned.length === 0) return this.#all(slot[S.nodeArray], tree, place)
    // Slots in a fallback that is not shown still take their names.
    takeSlots(slot, tree)
    return this.#all(assigned, tree.outer, place)
  }

  #assigned(slot: InnerElement, name: string, tree: Tree): InnerNode[] {
    if (tree.manual) {
      const { [S.assignedNodes]: nodes } = slot as unknown as { [S.assignedNodes]: InnerNode[] }
      return nodes.filter((node) => node[S.parentNode] === tree.host)
    }
    if (tree.taken.has(name)) return []
    return tree.host[S.nodeArray].filter((node) => {
      if (node[S.nodeType] === 3) return name === ''
      return node[S.nodeType] === 1 && (attribute(node as InnerElement, 'slot') ?? '') === name
    })
  }

  #options(select: InnerElement, tree: Tree | null, place: Place): string {
    const before = this.#selected
    this.#selected = selectedOptions(select as unknown as HTMLSelectElement)
    const html = this.#all(select[S.nodeArray], tree, place)
    this.#selected = before
    return html
  }

  #attributes(element: InnerElement, tag: string, namespace: string): string {
    const state = namespace === HTML ? this.#state(element, tag) : undefined
    const items = element[S.attributes][S.items]
    if (items.size === 0 && state === undefined) return ''
    let html = ''
    for (const attribute of items.values()) {
      const name = attribute[S.name]
      if (state && name in state) continue
      const value = attribute[S.value] ?? ''
      if (!isAttributeName(name, namespace) || isActive(tag, name, value)) continue
      html += ` ${name}="${escapeAttribute(value)}"`
    }
    if (!state) return html
    for (const [name, value] of Object.entries(state)) {
      if (value !== null) html += ` ${name}="${escapeAttribute(value)}"`
    }
    return html
  }

  #state(element: InnerElement, tag: string): State | undefined {
    if (tag === 'input') return inputState(element as unknown as HTMLInputElement)
    if (tag !== 'option' || !this.#selected) return undefined
    return { selected: this.#selected.has(element) ? '' : null }
  }

  #raw(element: InnerElement, tag: string): string {
    const text = rawText(this.#textOnly(element, tag))
    if (tag === 'script') {
      // In JSON the sign can be written as an escape, which says the same; elsewhere it cannot.
      return /<(?:\/script|script|!--)/i.test(text) ? text.replaceAll('<', '\\u003c') : text
    }
    if (new RegExp(`</${tag}`, 'i').test(text)) {
      this.#refuse('raw-text', `The text of <${tag}> holds its own end tag`)
    }
    return text
  }

  #textOnly(element: InnerElement, tag: string): string {
    let text = ''
    for (const node of element[S.nodeArray]) {
      if (node[S.nodeType] === 1) this.misplaced ??= `the element in <${tag}>`
      else if (node[S.nodeType] === 3) text += node[S.data] ?? ''
    }
    return tag === 'textarea' ? (element as unknown as HTMLTextAreaElement).value : text
  }
}

function attribute(element: InnerElement, name: string): string | null {
  for (const item of element[S.attributes][S.items].values()) {
    if (item[S.name] === name) return item[S.value]
  }
  return null
}

function takeSlots(element: InnerElement, tree: Tree): void {
  for (const child of element[S.elementArray]) {
    if (child[S.localName] === 'slot') tree.taken.add(attribute(child, 'name') ?? '')
    takeSlots(child, tree)
  }
}
