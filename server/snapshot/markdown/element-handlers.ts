// How elements become Markdown, for hast-util-to-mdast. To add a rule, add a handler of the element
// to the table. Elements without a handler here have the package's own.
// https://github.com/syntax-tree/hast-util-to-mdast#handle

import {
  defaultHandlers,
  defaultNodeHandlers,
  type Handle,
  type NodeHandle,
} from 'hast-util-to-mdast'
import {
  type Content,
  inOneLine,
  isBlank,
  isLine,
  isPhrasing,
  isStructure,
  nodesIn,
  type Phrasing,
  property,
} from './phrasing.ts'
import { image, media } from './pictures.ts'
import { cell, table } from './table-cells.ts'

const { span: all, li: item, ul: list, code, input, pre } = defaultHandlers

type State = Parameters<Handle>[0]

/** An empty block still ends a line. */
const flow: Handle = (state, element) => {
  const blocks: Content[] = state.toFlow(state.all(element))
  return blocks.length > 0 ? blocks : { type: 'paragraph', children: [] }
}

/** A link cannot hold lists and the like: in such a card, only the heading or first line leads. */
const link: Handle = (state, element) => {
  const content = state.all(element)
  const url = state.resolve(String(element.properties.href ?? ''))
  if (url === '' || isBlank(content)) return content
  const title = property(element, 'title')
  const linked = (inside: Content[]): Phrasing[] => [
    { type: 'link', url, title, children: inside as Phrasing[] },
  ]
  if (!content.some(isStructure)) return linked(content)
  const blocks = state.toFlow(content)
  const lines = nodesIn(blocks).filter(isLine)
  const line = lines.find(({ type }) => type === 'heading') ?? lines[0]
  if (line) line.children = linked(line.children)
  return blocks
}

const area: Handle = (state, element, parent) => {
  const alt = { type: 'text' as const, value: property(element, 'alt') }
  return link(state, { ...element, children: [alt] }, parent)
}

/** An address that somebody typed is text. */
const field: Handle = (state, element) => {
  const type = property(element, 'type').toLowerCase()
  if (type === 'password') return undefined
  const plain = /^(?:email|url)$/.test(type) ? 'text' : type
  return input(state, { ...element, properties: { ...element.properties, type: plain } })
}

const mark =
  (type: 'emphasis' | 'strong' | 'delete'): Handle =>
  (state, element) => {
    const content = state.all(element)
    return content.every(isPhrasing) ? { type, children: content } : state.toFlow(content)
  }

const inlineCode: Handle = (state, element) => {
  const content = state.all(element)
  if (!content.every(isPhrasing)) return state.toFlow(content)
  const node = code(state, element)
  if (node.value.trim() === '') return content
  const [only, other] = content
  return only?.type === 'link' && !other ? { ...only, children: [node] } : node
}

/** Without buttons, which copy the code. */
const block: Handle = (state, element) => {
  const isButton = (one: object) => 'tagName' in one && one.tagName === 'button'
  const children = element.children.filter((one) => !isButton(one))
  const node = pre(state, { ...element, children })
  return { ...node, value: node.value.trimEnd() }
}

const heading: Handle = (state, element) => {
  const children = inOneLine(state.all(element))
  if (isBlank(children)) return undefined
  return { type: 'heading', depth: Number(element.tagName.charAt(1)) as 1, children }
}

/** Keeps the tags: `10` with a raised `6` is not `106`. */
const raised: Handle = (state, element) => {
  const content = state.all(element)
  if (!content.every(isPhrasing)) return state.toFlow(content)
  // By the name, the package sees that the tags stand in a line.
  const data: object = { hName: element.tagName }
  const tag = (start: string) => ({
    type: 'html' as const,
    value: `${start}${element.tagName}>`,
    data,
  })
  return isBlank(content) ? content : [tag('<'), ...content, tag('</')]
}

const LISTS = /^(?:ul|ol|menu|dir)$/

/** A label may stand around the checkbox of a task. */
const listItem: Handle = (state, element, parent) => {
  if (!parent || !('tagName' in parent) || !LISTS.test(parent.tagName))
    return flow(state, element, parent)
  const [first, ...others] = element.children
  const isLabel = first && 'tagName' in first && first.tagName === 'label'
  return item(state, isLabel ? { ...element, children: [...first.children, ...others] } : element)
}

const BLOCKS =
  'address article aside caption center details dialog div fieldset figcaption figure footer ' +
  'form header hgroup legend main nav p search section summary'

const each = (names: string, handle: Handle): Record<string, Handle> =>
  Object.fromEntries(names.split(' ').map((name) => [name, handle]))

export const handlers: Record<string, Handle> = {
  ...each('a', link),
  ...each('area', area),
  ...each('img', image),
  ...each('picture', all),
  ...each('video audio', media),
  ...each('b strong', mark('strong')),
  ...each('em i mark u', mark('emphasis')),
  ...each('del s strike', mark('delete')),
  ...each('code kbd samp tt var', inlineCode),
  ...each('pre', block),
  ...each('sup sub', raised),
  ...each('h1 h2 h3 h4 h5 h6', heading),
  ...each(BLOCKS, flow),
  ...each('menu', list),
  ...each('li', listItem),
  ...each('table', table),
  ...each('td th', cell),
  ...each('input', field),
}

/** Schemes of links. */
const FOLLOWED = /^(?:https?|mailto|tel|sms|xmpp|geo|ftps?|magnet):$/

/** @param base The page's URL. A URL that cannot be followed becomes empty. */
export const nodeHandlers = (base: string): Record<string, NodeHandle> => ({
  root(state: State, node: Parameters<typeof defaultNodeHandlers.root>[1]) {
    state.resolve = (url) => {
      if (!url || !URL.canParse(url, base)) return ''
      const { protocol, href } = new URL(url, base)
      return FOLLOWED.test(protocol) ? href : ''
    }
    return defaultNodeHandlers.root(state, node)
  },
})
