/**
 * What views have written outside of their outlet: the title, what is said of the page in the head, classes of html and body,
 * what stands beside the outlet now. In: the document of a page, when it has settled. Out: the changes, as edits of the shell
 * and as the tags that the head has beside the shell's; undefined where nothing has changed, which is found out without
 * writing anything. Of tags of which a page has one the view's is taken, as the later. It never changes the document.
 */
import { writeTag } from '../html/head-tags.ts'
import { type Edit, isElement, type ShellElement, type ShellNode } from '../html/shell-tree.ts'
import { SerializeError, type Shadow, serializeNode, serializeTag } from '../serialize/index.ts'
import { attributesOf, isSame, keyOf, write } from './fixes/live-tags.ts'
import { type InnerElement, type InnerNode, S } from './internals.ts'
import type { PageDocument, RouteTag } from './page-document.ts'

/** A tag that the head has beside those of the shell. */
export interface OwnTag {
  /** Which tags it replaces; see `tagKey`. */
  readonly key: string
  readonly html: string
}

/** What has changed. */
export interface Outside {
  readonly edits: readonly Edit[]
  /** All that the head has beside the shell's own; undefined: what the route says. */
  readonly tags: readonly OwnTag[] | undefined
  /** What `<html lang>` says, where that is not what it said. */
  readonly lang: string | undefined
  /** What the head says to robots; undefined: nothing. */
  readonly robots: string | undefined
  /** What the head says is the canonical URL. */
  readonly canonical: string | undefined
  /** What could not be written, for the log. */
  readonly refused: readonly string[]
}

const ELEMENT = 1
const COMMENT = 8

/** Says what has changed since the head said what the route says. */
export function outsideOf(page: PageDocument, shadow: Shadow): Outside | undefined {
  const edits: Edit[] = []
  const refused: string[] = []
  const { shell, lives, routed } = page
  const numbers = new Map<InnerNode, number>()
  lives.forEach((live, number) => {
    if (live) numbers.set(live, number)
  })
  const own = headTags()
  element(shell.html, page.lang)
  element(shell.head)
  element(shell.body)
  children(shell.body)
  if (edits.length === 0 && own === undefined && refused.length === 0) return undefined
  const lang = (lives[shell.html] as unknown as Element).getAttribute('lang') ?? undefined
  return { edits, tags: own, lang: lang === page.lang ? undefined : lang, ...said(), refused }

  /** What is there of a node of the shell, if it is. */
  function nodeOf(number: number): ShellNode {
    return shell.nodes[number] as ShellNode
  }

  function element(number: number, lang?: string): void {
    const live = lives[number] as InnerElement
    const { attrs } = nodeOf(number) as ShellElement
    if (!isSame(live, attrs, number === shell.html ? { lang } : {})) {
      edit(number, 'tag', () => serializeTag(live as unknown as Element))
    }
  }

  function edit(node: number, how: Edit['how'], write: () => string): void {
    const html = written(write)
    if (html !== undefined) edits.push({ node, how, html })
  }

  function written(write: () => string): string | undefined {
    try {
      return write()
    } catch (error) {
      if (!(error instanceof SerializeError)) throw error
      refused.push(`outside of the outlet: ${error.message}`)
      return error.html
    }
  }

  /** Compares what is in an element of the shell with what the shell has in it. */
  function children(number: number): void {
    const expected = (shell.children[number] ?? []).filter((child) => lives[child] !== undefined)
    const found = (lives[number] as InnerNode)[S.nodeArray]
    let pending: InnerNode[] = []
    let next = 0
    const put = (node: number, how: Edit['how']) => {
      const nodes = pending
      pending = []
      if (nodes.length > 0) edit(node, how, () => nodes.map((one) => write(one, shadow)).join(''))
    }
    for (const live of found) {
      const at = expected.indexOf(numbers.get(live) ?? -1, next)
      if (at < 0) {
        if (live[S.nodeType] !== COMMENT) pending.push(live)
        continue
      }
      while (next < at) gone(expected[next++] as number)
      const child = expected[next++] as number
      put(child, 'before')
      compare(child)
    }
    while (next < expected.length) gone(expected[next++] as number)
    put(number, 'end')
  }

  function gone(number: number): void {
    if (nodeOf(number).nodeName !== '#comment') edit(number, 'whole', () => '')
  }

  function compare(number: number): void {
    const live = lives[number] as InnerNode
    const node = nodeOf(number)
    if (live[S.nodeType] !== ELEMENT) {
      const { value } = node as { value?: string }
      if (value !== undefined && live[S.data] !== value)
        edit(number, 'whole', () => write(live, shadow))
      return
    }
    if (number !== shell.outlet && live[S.shadowRoot]) {
      edit(number, 'whole', () => write(live, shadow))
      return
    }
    element(number)
    if (number !== shell.outlet && isElement(node) && !('content' in node)) children(number)
  }

  /** What the head has beside the shell's own tags; undefined where that is what the route says. */
  function headTags(): OwnTag[] | undefined {
    const head = lives[shell.head] as InnerNode
    const found = head[S.nodeArray]
    const expected = (shell.children[shell.head] ?? []).filter((child) => lives[child])
    const added = [...routed.keys()].filter((live) => !numbers.has(live))
    const isPlain =
      found.length === expected.length + added.length &&
      expected.every((number, at) => found[at] === lives[number] && isAsTold(number)) &&
      added.every((live, at) => found[expected.length + at] === live && isAsSaid(live))
    return isPlain ? undefined : changedTags(found)
  }

  function isAsTold(number: number): boolean {
    const live = lives[number] as InnerNode
    const tag = routed.get(live)
    if (tag) return isAsSaid(live)
    const before = edits.length
    compare(number)
    return edits.splice(before).length === 0
  }

  function isAsSaid(live: InnerNode): boolean {
    const { tag } = routed.get(live) as RouteTag
    const number = numbers.get(live)
    const attrs = number === undefined ? [] : (nodeOf(number) as ShellElement).attrs
    return (
      isSame(live as InnerElement, attrs, tag.attributes) &&
      (tag.name !== 'title' || (live as unknown as Element).textContent === (tag.text ?? ''))
    )
  }

  function changedTags(found: readonly InnerNode[]): OwnTag[] {
    const views: OwnTag[] = []
    const routes: OwnTag[] = []
    let titled = false
    for (const live of found) {
      const isTitle = (live as InnerElement)[S.localName] === 'title'
      const number = numbers.get(live)
      const said = routed.get(live)
      // Of titles the first is the document's.
      if (isTitle && titled && (said || number === undefined)) continue
      titled ||= isTitle
      if (said) {
        const html = isAsSaid(live) ? writeTag(said.tag) : writeHead(live as InnerElement)
        if (html !== undefined) routes.push({ key: said.key, html })
      } else if (number !== undefined) compare(number)
      else if (live[S.nodeType] === ELEMENT) {
        const html = writeHead(live as InnerElement)
        if (html) views.push({ key: keyOf(live as InnerElement), html })
      }
    }
    for (const number of shell.children[shell.head] ?? []) {
      const live = lives[number]
      if (live && !found.includes(live) && !routed.has(live)) gone(number)
    }
    const taken = new Set(views.map(({ key }) => key))
    return [...routes.filter(({ key }) => !taken.has(key)), ...views]
  }

  function writeHead(live: InnerElement): string | undefined {
    const node = live as unknown as Element
    const name = live[S.localName]
    const attributes = attributesOf(live)
    if (name === 'title') return writeTag({ name, attributes, text: node.textContent ?? '' })
    if (name === 'meta') {
      return /^(?:refresh|set-cookie)$/i.test(attributes['http-equiv'] ?? '')
        ? undefined
        : writeTag({ name, attributes })
    }
    return written(() => serializeNode(node))
  }

  function said(): Pick<Outside, 'robots' | 'canonical'> {
    const head = lives[shell.head] as unknown as Element
    let robots: string | undefined
    let canonical: string | undefined
    for (const one of head.children) {
      const value = (name: string) => one.getAttribute(name) ?? undefined
      if (one.localName === 'meta' && /^robots$/i.test(value('name') ?? '')) {
        robots = value('content')
      }
      if (one.localName === 'link' && /^canonical$/i.test(value('rel') ?? '')) {
        canonical = value('href')
      }
    }
    return { robots, canonical }
  }
}
