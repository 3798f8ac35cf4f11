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
  type Element,
  inOneLine,
  isBlank,
  isLine,
  isPhrasing,
  isStructure,
  nodesIn,
  type Phrasing,
  property,
  textNode,
} from './phrasing.ts'
import { cell, table } from './table-cells.ts'

const { span: all, li: item, ul: list, code, input, pre, video } = defaultHandlers

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

const image: Handle = (state, element, parent) => {
  const url = state.resolve(pictureUrl(element, parent))
  const alt = property(element, 'alt')
  if (!/^https?:/.test(url)) return textNode(alt)
  return { type: 'image', url, alt, title: property(element, 'title') || null }
}

/** Without a source, its content is left; without content, its URL is its text. */
const media: Handle = (state, element) => {
  const node = video(state, element)
  if (!('url' in node)) return node
  if (!node.url) return node.children.filter((one) => one.type !== 'image' || one.url !== '')
  return isBlank(node.children) ? { ...node, children: [textNode(node.url)] } : node
}

const LATE = ['dataSrc', 'dataOriginal', 'dataLazySrc', 'dataLazy', 'dataUrl']
const SETS = ['srcSet', 'dataSrcset', 'dataLazySrcset']

/** The URL in the markup. Empty if there is none. Data URLs are placeholders. */
function pictureUrl(picture: Element, parent: Parameters<Handle>[2]): string {
  const inPicture = parent && 'tagName' in parent && parent.tagName === 'picture'
  const sources = inPicture ? parent.children.filter((one) => 'tagName' in one) : []
  const urls = [
    ...['src', ...LATE].map((name) => property(picture, name)),
    ...[picture, ...sources].flatMap((one) => SETS.map((name) => firstOf(property(one, name)))),
  ]
  return urls.find((url) => url !== '' && !/^data:/i.test(url)) ?? ''
}

const firstOf = (set: string): string => /^[\s,]*(\S+?),?(?:\s|$)/.exec(set)?.[1] ?? ''

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

const handlersOf = (names: string, handle: Handle): Record<string, Handle> =>
  Object.fromEntries(names.split(' ').map((name) => [name, handle]))

export const handlers: Record<string, Handle> = {
  ...handlersOf('a', link),
  ...handlersOf('area', area),
  ...handlersOf('img', image),
  ...handlersOf('picture', all),
  ...handlersOf('video audio', media),
  ...handlersOf('b strong', mark('strong')),
  ...handlersOf('em i mark u', mark('emphasis')),
  ...handlersOf('del s strike', mark('delete')),
  ...handlersOf('code kbd samp tt var', inlineCode),
  ...handlersOf('pre', block),
  ...handlersOf('sup sub', raised),
  ...handlersOf('h1 h2 h3 h4 h5 h6', heading),
  ...handlersOf(BLOCKS, flow),
  ...handlersOf('menu', list),
  ...handlersOf('li', listItem),
  ...handlersOf('table', table),
  ...handlersOf('td th', cell),
  ...handlersOf('input', field),
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
