/**
 * Parses suspect HTML and writes it again, for the serializer: is it a fixed point and free of
 * script? The writer checks raw text and namespaces, because the text alone is ambiguous.
 * https://html.spec.whatwg.org/multipage/parsing.html#parsing-html-fragments
 */
import {
  type DefaultTreeAdapterMap,
  defaultTreeAdapter,
  html as names,
  parseFragment as parseAsBefore,
  type DefaultTreeAdapterTypes as Tree,
} from 'parse5'
import { SENT_MARK } from '../../../src/sent-mark.ts'
import { escapeAttribute, escapeText } from '../../html/escape.ts'
import { actsOnDocument, HTML, isActive, isAttributeName, isDataScript } from '../../html/names.ts'
import { DROPS_NEWLINE, RAW, VOID } from '../../html/nesting.ts'
import { parseFragment } from '../../html/select-parser.ts'
import { MARK } from './serialize-options.ts'

export interface RoundTrip {
  readonly same: boolean
  readonly safe: boolean
}

interface Reading {
  safe: boolean
  readonly raws: string[]
}

/**
 * @param raws The raw texts in it. None may be read as markup.
 * @param around The tags before and after it. Default: none.
 */
export function verifyRoundTrip(
  html: string,
  raws: readonly string[],
  [start, end]: readonly [string, string] = ['', ''],
): RoundTrip {
  const whole = start + html + end
  const now: Reading = { safe: true, raws: [] }
  const tree = parseFragment<DefaultTreeAdapterMap>(bodyOf(), whole, {})
  const same = writeChildren(tree, now) === whole
  const isRaw = raws.length === 0 || (hasAll(now, raws) && hasAll(readBefore(whole), raws))
  return { same: same && isRaw, safe: now.safe && isRaw }
}

const bodyOf = () => defaultTreeAdapter.createElement('body', names.NS.HTML, [])

/** As browsers of before 2025 do: they read raw text in a `<select>` as markup. */
function readBefore(text: string): Reading {
  const reading: Reading = { safe: true, raws: [] }
  writeChildren(parseAsBefore(bodyOf(), text, {}), reading)
  return reading
}

function hasAll({ raws: read }: Reading, raws: readonly string[]): boolean {
  const left = [...read]
  return raws.every((raw) => {
    const index = left.indexOf(raw)
    if (index >= 0) left.splice(index, 1)
    return index >= 0
  })
}

const isMark = (node: Tree.ChildNode): boolean => 'data' in node && node.data === SENT_MARK

function writeChildren(parent: Tree.ParentNode, reading: Reading): string {
  return parent.childNodes.map((child) => write(child, parent, reading)).join('')
}

function write(node: Tree.ChildNode, parent: Tree.ParentNode, reading: Reading): string {
  if ('value' in node) {
    const raw = 'tagName' in parent && parent.namespaceURI === HTML && RAW.has(parent.tagName)
    if (!raw) return escapeText(node.value)
    reading.raws.push(node.value)
    return node.value
  }
  if (!('tagName' in node)) return node.nodeName === '#comment' && isMark(node) ? MARK : '<!>'
  const { tagName, namespaceURI, attrs } = node
  if (tagName === 'script') {
    const type = attrs.find(({ name }) => name === 'type')?.value ?? null
    if (!isDataScript(type)) reading.safe = false
  }
  const read = (name: string) => attrs.find((one) => one.name === name)?.value ?? null
  if (namespaceURI === HTML && actsOnDocument(tagName, read)) reading.safe = false
  let html = `<${tagName}`
  for (const { prefix, name, value } of attrs) {
    const qualified = prefix ? `${prefix}:${name}` : name
    if (!isAttributeName(qualified, namespaceURI)) reading.safe = false
    if (isActive(tagName, qualified, value)) reading.safe = false
    html += ` ${qualified}="${escapeAttribute(value)}"`
  }
  html += '>'
  if (namespaceURI === HTML && VOID.has(tagName)) return html
  const content = 'content' in node ? (node as Tree.Template).content : node
  const inside = writeChildren(content, reading)
  const newline = namespaceURI === HTML && DROPS_NEWLINE.has(tagName) && inside.startsWith('\n')
  return `${html}${newline ? '\n' : ''}${inside}</${tagName}>`
}
