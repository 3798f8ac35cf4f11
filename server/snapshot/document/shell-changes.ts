// Compares a page's live document with its shell, for write-views.ts: finds the views' changes
// outside their outlet, as edits and head tags. A view's tag wins over the route's.

import type { LiveTag, PageDocument } from '../../dom/index.ts'
import { type InnerElement, type InnerNode, S } from '../../dom/internals.ts'
import { tagKey, writeTag } from '../../html/head-tags.ts'
import {
  type Edit,
  isShellElement,
  type ShellElement,
  type ShellNode,
} from '../../html/shell-tree.ts'
import { serializeNode, serializeTag } from '../serialize/index.ts'
import { SerializeError, type SerializeOptions } from '../serialize/serialize-options.ts'

export interface OwnTag {
  readonly key: string
  readonly html: string
}

export interface ShellChanges {
  readonly edits: readonly Edit[]
  /** Head tags besides the shell's. Undefined: the route's own. */
  readonly tags: readonly OwnTag[] | undefined
  /** For the log. */
  readonly refused: readonly string[]
}

const ELEMENT = 1
const COMMENT = 8

/** @returns Undefined if nothing changed, which needs no serializing. */
export function shellChanges(
  page: PageDocument,
  options: SerializeOptions,
): ShellChanges | undefined {
  return new ShellComparison(page, options).result()
}

class ShellComparison {
  readonly #shell: PageDocument['shell']
  readonly #lives: PageDocument['lives']
  readonly #routed: PageDocument['headTags']
  readonly #lang: PageDocument['lang']
  readonly #options: SerializeOptions
  readonly #numbers = new Map<InnerNode, number>()
  readonly #edits: Edit[] = []
  readonly #refused: string[] = []

  constructor({ shell, lives, headTags, lang }: PageDocument, options: SerializeOptions) {
    this.#shell = shell
    this.#lives = lives
    this.#routed = headTags
    this.#lang = lang
    this.#options = options
    lives.forEach((live, number) => {
      if (live) this.#numbers.set(live, number)
    })
  }

  result(): ShellChanges | undefined {
    const shell = this.#shell
    const tags = this.#headTags()
    this.#element(shell.html, this.#lang)
    this.#element(shell.head)
    this.#element(shell.body)
    this.#children(shell.body)
    const [edits, refused] = [this.#edits, this.#refused]
    if (edits.length === 0 && tags === undefined && refused.length === 0) return undefined
    return { edits, tags, refused }
  }

  #nodeOf(number: number): ShellNode {
    return this.#shell.nodes[number] as ShellNode
  }

  #element(number: number, lang?: string): void {
    const live = this.#lives[number] as InnerElement
    const { attrs } = this.#nodeOf(number) as ShellElement
    if (!isSame(live, attrs, number === this.#shell.html ? { lang } : {})) {
      this.#edit(number, 'tag', () => serializeTag(live as unknown as Element))
    }
  }

  #edit(node: number, how: Edit['how'], write: () => string): void {
    const html = this.#written(write)
    if (html !== undefined) this.#edits.push({ node, how, html })
  }

  #written(write: () => string): string | undefined {
    try {
      return write()
    } catch (error) {
      if (!(error instanceof SerializeError)) throw error
      this.#refused.push(`outside of the outlet: ${error.message}`)
      return error.html
    }
  }

  #children(number: number): void {
    const expected = (this.#shell.children[number] ?? []).filter(
      (child) => this.#lives[child] !== undefined,
    )
    const liveNodes = (this.#lives[number] as InnerNode)[S.nodeArray]
    let pending: InnerNode[] = []
    let next = 0
    const put = (node: number, how: Edit['how']) => {
      const nodes = pending
      pending = []
      if (nodes.length > 0)
        this.#edit(node, how, () => nodes.map((one) => write(one, this.#options)).join(''))
    }
    for (const live of liveNodes) {
      const at = expected.indexOf(this.#numbers.get(live) ?? -1, next)
      if (at < 0) {
        if (live[S.nodeType] !== COMMENT) pending.push(live)
        continue
      }
      while (next < at) this.#removed(expected[next++] as number)
      const child = expected[next++] as number
      put(child, 'before')
      this.#compare(child)
    }
    while (next < expected.length) this.#removed(expected[next++] as number)
    put(number, 'end')
  }

  #removed(number: number): void {
    if (this.#nodeOf(number).nodeName !== '#comment') this.#edit(number, 'whole', () => '')
  }

  #compare(number: number): void {
    const live = this.#lives[number] as InnerNode
    const node = this.#nodeOf(number)
    if (live[S.nodeType] !== ELEMENT) {
      const { value } = node as { value?: string }
      if (value !== undefined && live[S.data] !== value)
        this.#edit(number, 'whole', () => write(live, this.#options))
      return
    }
    if (number !== this.#shell.outlet && live[S.shadowRoot]) {
      this.#edit(number, 'whole', () => write(live, this.#options))
      return
    }
    this.#element(number)
    if (number !== this.#shell.outlet && isShellElement(node) && !('content' in node))
      this.#children(number)
  }

  /** Head tags besides the shell's. Undefined: the route's own. */
  #headTags(): OwnTag[] | undefined {
    const head = this.#lives[this.#shell.head] as InnerNode
    const liveNodes = head[S.nodeArray]
    const expected = (this.#shell.children[this.#shell.head] ?? []).filter(
      (child) => this.#lives[child],
    )
    const added = [...this.#routed.keys()].filter((live) => !this.#numbers.has(live))
    const isPlain =
      liveNodes.length === expected.length + added.length &&
      expected.every(
        (number, at) => liveNodes[at] === this.#lives[number] && this.#isAsInShell(number),
      ) &&
      added.every((live, at) => liveNodes[expected.length + at] === live && this.#isAsRouted(live))
    return isPlain ? undefined : this.#changedTags(liveNodes)
  }

  #isAsInShell(number: number): boolean {
    const live = this.#lives[number] as InnerNode
    const tag = this.#routed.get(live)
    if (tag) return this.#isAsRouted(live)
    const before = this.#edits.length
    this.#compare(number)
    return this.#edits.splice(before).length === 0
  }

  #isAsRouted(live: InnerNode): boolean {
    const { tag } = this.#routed.get(live) as LiveTag
    const number = this.#numbers.get(live)
    const attrs = number === undefined ? [] : (this.#nodeOf(number) as ShellElement).attrs
    return (
      isSame(live as InnerElement, attrs, tag.attributes) &&
      (tag.name !== 'title' || (live as unknown as Element).textContent === (tag.text ?? ''))
    )
  }

  #changedTags(liveNodes: readonly InnerNode[]): OwnTag[] {
    const views: OwnTag[] = []
    const routes: OwnTag[] = []
    let titled = false
    for (const live of liveNodes) {
      const isTitle = (live as InnerElement)[S.localName] === 'title'
      const number = this.#numbers.get(live)
      const fromRoute = this.#routed.get(live)
      // Only the first title counts.
      if (isTitle && titled && (fromRoute || number === undefined)) continue
      titled ||= isTitle
      if (fromRoute) {
        const html = this.#isAsRouted(live)
          ? writeTag(fromRoute.tag)
          : this.#writeHead(live as InnerElement)
        if (html !== undefined) routes.push({ key: fromRoute.key, html })
      } else if (number !== undefined) this.#compare(number)
      else if (live[S.nodeType] === ELEMENT) {
        const html = this.#writeHead(live as InnerElement)
        if (html) views.push({ key: keyOf(live as InnerElement), html })
      }
    }
    for (const number of this.#shell.children[this.#shell.head] ?? []) {
      const live = this.#lives[number]
      if (live && !liveNodes.includes(live) && !this.#routed.has(live)) this.#removed(number)
    }
    const taken = new Set(views.map(({ key }) => key))
    return [...routes.filter(({ key }) => !taken.has(key)), ...views]
  }

  #writeHead(live: InnerElement): string | undefined {
    const node = live as unknown as Element
    const name = live[S.localName]
    const attributes = attributesOf(live)
    if (name === 'title') return writeTag({ name, attributes, text: node.textContent ?? '' })
    if (name === 'meta') {
      return /^(?:refresh|set-cookie)$/i.test(attributes['http-equiv'] ?? '')
        ? undefined
        : writeTag({ name, attributes })
    }
    return this.#written(() => serializeNode(node))
  }
}

/** The node as HTML. @throws {SerializeError} If it has none. */
const write = (live: InnerNode, options: SerializeOptions): string =>
  serializeNode(live as unknown as Node, options)

/** Its attributes without event handlers. */
function attributesOf(element: InnerElement): Record<string, string> {
  const attributes: Record<string, string> = {}
  for (const one of element[S.attributes][S.items].values()) {
    if (!/^on/i.test(one[S.name])) attributes[one[S.name]] = one[S.value] ?? ''
  }
  return attributes
}

const keyOf = (element: InnerElement): string =>
  tagKey({ name: element[S.localName], attributes: attributesOf(element) })

/** Whether an element has exactly these attributes: `more` replaces those of `attrs`. */
function isSame(
  element: InnerElement,
  attrs: ShellElement['attrs'],
  more: Readonly<Record<string, string | undefined>>,
): boolean {
  const expected = new Map<string, string | undefined>(
    attrs.map(({ name, prefix, value }) => [prefix ? `${prefix}:${name}` : name, value]),
  )
  for (const [name, value] of Object.entries(more)) {
    if (value === undefined) expected.delete(name)
    else expected.set(name, value)
  }
  const items = [...element[S.attributes][S.items].values()]
  return (
    items.length === expected.size &&
    items.every((one) => expected.has(one[S.name]) && expected.get(one[S.name]) === one[S.value])
  )
}
