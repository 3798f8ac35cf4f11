/**
 * Parses suspect HTML and writes it again, for the serializer: is it a fixed point and free of
 * script? The writer checks raw text and namespaces, because the text alone is ambiguous.
 * https://html.spec.whatwg.org/multipage/parsing.html#parsing-html-fragments
 */
import {
  type DefaultTreeAdapterMap,
  defaultTreeAdapter,
  html as names,
  type DefaultTreeAdapterTypes as Tree,
} from 'parse5'
import { SENT_MARK } from '../../../src/sent-mark.ts'
import { escapeAttribute, escapeText } from '../../html/escape.ts'
import { actsOnDocument, HTML, isActive, isAttributeName, isDataScript } from '../../html/names.ts'
import { DROPS_NEWLINE, RAW, VOID } from '../../html/nesting.ts'
import { parseFragment } from '../../html/select-parser.ts'
import { MARK } from './serialize-options.ts'

export interface RoundTrip {
  same: boolean
  safe: boolean
}

export function verifyRoundTrip(html: string): RoundTrip {
  const body = defaultTreeAdapter.createElement('body', names.NS.HTML, [])
  const fragment = parseFragment<DefaultTreeAdapterMap>(body, html, {})
  const verdict: RoundTrip = { same: true, safe: true }
  verdict.same = writeChildren(fragment, verdict) === html
  return verdict
}

const isMark = (node: Tree.ChildNode): boolean => 'data' in node && node.data === SENT_MARK

function writeChildren(parent: Tree.ParentNode, verdict: RoundTrip): string {
  return parent.childNodes.map((child) => write(child, parent, verdict)).join('')
}

function write(node: Tree.ChildNode, parent: Tree.ParentNode, verdict: RoundTrip): string {
  if ('value' in node) {
    const raw = 'tagName' in parent && parent.namespaceURI === HTML && RAW.has(parent.tagName)
    return raw ? node.value : escapeText(node.value)
  }
  if (!('tagName' in node)) return node.nodeName === '#comment' && isMark(node) ? MARK : '<!>'
  const { tagName, namespaceURI, attrs } = node
  if (tagName === 'script') {
    const type = attrs.find(({ name }) => name === 'type')?.value ?? null
    if (!isDataScript(type)) verdict.safe = false
  }
  const read = (name: string) => attrs.find((one) => one.name === name)?.value ?? null
  if (namespaceURI === HTML && actsOnDocument(tagName, read)) verdict.safe = false
  let html = `<${tagName}`
  for (const { prefix, name, value } of attrs) {
    const qualified = prefix ? `${prefix}:${name}` : name
    if (!isAttributeName(qualified, namespaceURI)) verdict.safe = false
    if (isActive(tagName, qualified, value)) verdict.safe = false
    html += ` ${qualified}="${escapeAttribute(value)}"`
  }
  html += '>'
  if (namespaceURI === HTML && VOID.has(tagName)) return html
  const content = 'content' in node ? (node as Tree.Template).content : node
  const inside = writeChildren(content, verdict)
  const newline = namespaceURI === HTML && DROPS_NEWLINE.has(tagName) && inside.startsWith('\n')
  return `${html}${newline ? '\n' : ''}${inside}</${tagName}>`
}
