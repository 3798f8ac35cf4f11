/**
 * Parses XML with namespaces, CDATA sections and internal entities; xml-documents.ts calls it.
 * Replaces happy-dom's parser, which refuses CDATA sections (capricorn86/happy-dom#1900) and
 * knows a prefix only after its declaration. https://www.w3.org/TR/xml-names/
 */
import { HTML } from '../../html/names.ts'
import { type InnerWindow, S } from '../internals.ts'
import { TreeBuilder } from '../tree-builder.ts'
import { insertParsed } from './connect.ts'

export const XML = 'http://www.w3.org/XML/1998/namespace'
export const XMLNS = 'http://www.w3.org/2000/xmlns/'

const NAME = '[:A-Z_a-z\\u{80}-\\u{10ffff}][-.:\\w\\u{80}-\\u{10ffff}]*'
const VALUE = `"[^"<]*"|'[^'<]*'`
const QUOTED = `"[^"]*"|'[^']*'`
const EXTERNAL = `SYSTEM\\s+(?<system>${QUOTED})|PUBLIC\\s+(?<public>${QUOTED})\\s+(?<file>${QUOTED})`
const MARKUP = new RegExp(
  [
    '<!--(?<comment>(?:(?!--)[^])*)-->',
    '<!\\[CDATA\\[(?<section>[^]*?)\\]\\]>',
    `<\\?(?<target>${NAME})(?:\\s+(?<data>[^]*?))?\\?>`,
    `<!DOCTYPE\\s+(?<doctype>${NAME})(?:\\s+(?:${EXTERNAL}))?\\s*(?:\\[(?<subset>[^\\]]*)\\]\\s*)?>`,
    `</(?<end>${NAME})\\s*>`,
    `<(?<start>${NAME})(?<attributes>(?:\\s+${NAME}\\s*=\\s*(?:${VALUE}))*)\\s*(?<empty>/?)>`,
    '(?<text>[^<]+)',
  ].join('|'),
  'uy',
)
const WHOLE_NAME = new RegExp(`^${NAME}$`, 'u')
const ATTRIBUTES = new RegExp(`(${NAME})\\s*=\\s*(${VALUE})`, 'gu')
const ENTITY = new RegExp(`<!ENTITY\\s+(${NAME})\\s+(${VALUE})\\s*>`, 'gu')
const REFERENCE = new RegExp(`&(?:#(\\d+)|#x([\\da-fA-F]+)|(${NAME}));|&`, 'gu')

export const isXmlName = (name: string): boolean => WHOLE_NAME.test(name)

type Groups = Readonly<Record<string, string | undefined>>
type Attribute = Parameters<TreeBuilder['createElement']>[2][number]

interface Open {
  readonly name: string
  readonly node: Node
  /** Namespaces by their prefixes; `''`: the default. */
  readonly scope: ReadonlyMap<string, string>
}

class NotWellFormed extends Error {}

const fail = (reason: string): never => {
  throw new NotWellFormed(reason)
}

const unquoted = (literal = ''): string => literal.slice(1, -1)

class XmlBuilder {
  readonly #tree: TreeBuilder
  readonly #document: Document
  readonly #root: Node
  readonly #open: Open[]
  readonly #entities = new Map([
    ['amp', '&'],
    ['lt', '<'],
    ['gt', '>'],
    ['quot', '"'],
    ['apos', "'"],
  ])
  readonly #isFragment: boolean
  #hasRoot = false

  /** @param scope Of a fragment. */
  constructor(window: InnerWindow, document: Document, scope?: Open['scope']) {
    this.#tree = new TreeBuilder(window, document)
    this.#document = document
    this.#root = this.#tree.createDocument()
    this.#isFragment = scope !== undefined
    this.#open = [{ name: '', node: this.#root, scope: scope ?? new Map([['xml', XML]]) }]
  }

  get root(): Node {
    return this.#root
  }

  get #parent(): Open {
    return this.#open.at(-1) as Open
  }

  get #isOutside(): boolean {
    return this.#open.length === 1 && !this.#isFragment
  }

  /** @throws NotWellFormed. The tree has the nodes before the error. */
  parse(source: string): void {
    let position = 0
    try {
      while (position < source.length) {
        MARKUP.lastIndex = position
        const groups = MARKUP.exec(source)?.groups as Groups | undefined
        if (!groups) fail('Not a start tag, an end tag, a comment or a text')
        else this.#add(groups, position === 0)
        position = MARKUP.lastIndex
      }
      if (!this.#hasRoot && !this.#isFragment) fail("Start tag expected, '<' not found")
      if (this.#open.length > 1) fail(`Premature end of data in tag ${this.#parent.name}`)
    } catch (error) {
      if (!(error instanceof NotWellFormed)) throw error
      const lines = source.slice(0, position).split('\n')
      const column = (lines.at(-1)?.length ?? 0) + 1
      throw new NotWellFormed(
        `error on line ${lines.length} at column ${column}: ${error.message}\n`,
      )
    }
  }

  #add(groups: Groups, isFirst: boolean): void {
    const { comment, section, target, doctype, end, start, text } = groups
    const { node } = this.#parent
    if (start !== undefined) this.#addElement(start, groups.attributes ?? '', groups.empty === '/')
    else if (end !== undefined) this.#close(end)
    else if (text !== undefined) this.#addText(text)
    else if (comment !== undefined)
      this.#tree.appendChild(node, this.#tree.createCommentNode(comment))
    else if (section !== undefined) this.#append(this.#document.createCDATASection(section))
    else if (doctype !== undefined) this.#addDoctype(doctype, groups)
    else if (target === 'xml') this.#declare(groups.data ?? '', isFirst)
    else if (target !== undefined) {
      const instruction = this.#document.createProcessingInstruction(target, groups.data ?? '')
      this.#tree.appendChild(node, instruction)
    }
  }

  #append(node: Node): void {
    if (this.#isOutside) fail('Extra content at the end of the document')
    this.#tree.appendChild(this.#parent.node, node)
  }

  #addText(text: string): void {
    if (!this.#isOutside) {
      if (text.includes(']]>')) fail("Sequence ']]>' not allowed in content")
      this.#append(this.#tree.createTextNode(this.#decode(text)))
    } else if (/\S/.test(text)) fail('Extra content at the end of the document')
  }

  #decode(text: string): string {
    if (!text.includes('&')) return text
    return text.replace(REFERENCE, (_, decimal?: string, hex?: string, name?: string) => {
      if (name !== undefined)
        return this.#entities.get(name) ?? fail(`Entity '${name}' not defined`)
      const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal)
      if (!(code > 0 && code <= 0x10ffff)) fail('xmlParseEntityRef: no name')
      return String.fromCodePoint(code)
    })
  }

  #declare(data: string, isFirst: boolean): void {
    if (!isFirst) fail('XML declaration allowed only at the start of the document')
    if (!/^version\s*=\s*["']/.test(data)) fail('Malformed declaration expecting version')
    const declaration = this.#document.createProcessingInstruction('xml', data)
    this.#document[S.xmlProcessingInstruction] = declaration
  }

  #addDoctype(name: string, groups: Groups): void {
    if (this.#hasRoot || this.#isFragment) fail('Extra content at the end of the document')
    for (const [, entity = '', value] of (groups.subset ?? '').matchAll(ENTITY))
      if (!this.#entities.has(entity)) this.#entities.set(entity, this.#decode(unquoted(value)))
    const { implementation } = this.#document
    const system = unquoted(groups.system ?? groups.file)
    const type = implementation.createDocumentType(name, unquoted(groups.public), system)
    this.#tree.appendChild(this.#root, type)
  }

  #addElement(name: string, attributeText: string, isEmpty: boolean): void {
    if (this.#isOutside && this.#hasRoot) fail('Extra content at the end of the document')
    const written = [...attributeText.matchAll(ATTRIBUTES)].map(
      ([, key = '', value]): [string, string] => [
        key,
        this.#decode(unquoted(value).replace(/\s/g, ' ')),
      ],
    )
    const scope = scopeOf(this.#parent.scope, written)
    const [prefix, local] = splitName(name)
    if (prefix === 'xml') fail(`'${prefix}' cannot be an element name prefix`)
    const namespace = namespaceOf(scope, prefix ?? '', name)
    const attributes = qualified(scope, written)
    const element = this.#tree.createElement(local, namespace as string, attributes)
    element[S.prefix] = prefix
    element[S.tagName] = name
    element[S.namespaceURI] = namespace as string
    this.#tree.appendChild(this.#parent.node, element)
    this.#hasRoot = true
    if (!isEmpty) this.#open.push({ name, node: element[S.content] ?? element, scope })
  }

  #close(name: string): void {
    const { name: open } = this.#parent
    if (open !== name) fail(`Opening and ending tag mismatch: ${open} and ${name}`)
    this.#open.pop()
  }
}

function splitName(name: string): [prefix: string | null, local: string] {
  const colon = name.indexOf(':')
  if (colon < 0) return [null, name]
  const local = name.slice(colon + 1)
  if (colon === 0 || local === '' || local.includes(':')) fail(`Failed to parse QName '${name}'`)
  return [name.slice(0, colon), local]
}

function scopeOf(
  outer: ReadonlyMap<string, string>,
  attributes: readonly (readonly [string, string])[],
): ReadonlyMap<string, string> {
  let scope: Map<string, string> | undefined
  for (const [name, value] of attributes) {
    const [prefix, local] = splitName(name)
    if (prefix !== 'xmlns' && name !== 'xmlns') continue
    const isReserved =
      prefix !== null && (local === 'xmlns' || (local === 'xml') !== (value === XML))
    if (isReserved) fail(`'${name}' cannot be redefined`)
    if (prefix && value === '') fail(`The prefix '${local}' cannot be undeclared`)
    scope ??= new Map(outer)
    scope.set(prefix ? local : '', value)
  }
  return scope ?? outer
}

function namespaceOf(
  scope: ReadonlyMap<string, string>,
  prefix: string,
  name: string,
): string | null {
  const namespace = scope.get(prefix)
  if (namespace === undefined && prefix !== '')
    fail(`Namespace prefix ${prefix} on ${name} is not defined`)
  return namespace || null
}

/** Declarations first, by their prefixes, as Chromium has them. */
function qualified(
  scope: ReadonlyMap<string, string>,
  attributes: readonly (readonly [string, string])[],
): Attribute[] {
  const declarations: Attribute[] = []
  const others: Attribute[] = []
  const seen = new Set<string>()
  for (const [name, value] of attributes) {
    const [prefix, local] = splitName(name)
    const isDeclaration = prefix === 'xmlns' || name === 'xmlns'
    const namespace = isDeclaration ? XMLNS : prefix ? namespaceOf(scope, prefix, name) : null
    const key = `${namespace} ${local}`
    if (seen.has(key)) fail(`Attribute ${name} redefined`)
    seen.add(key)
    const attribute = { name: local, value, ...(namespace && { namespace, prefix: prefix ?? '' }) }
    ;(isDeclaration ? declarations : others).push(attribute)
  }
  const key = ({ name, prefix }: Attribute) => (prefix ? name : '')
  declarations.sort((one, other) => (key(one) < key(other) ? -1 : 1))
  return [...declarations, ...others]
}

const ERROR_STYLE =
  'display: block; white-space: pre; border: 2px solid #c77; padding: 0 1em 0 1em; margin: 1em; background-color: #fdd; color: black'

/** Shows an error as Chromium does: in the document element if there is one. */
function showError(document: Document, message: string): void {
  const createElement = (name: string, ...children: (Node | string)[]) => {
    const element = document.createElementNS(HTML, name)
    element.append(...children)
    return element
  }
  const where = createElement('div', message)
  where.setAttribute('style', 'font-family:monospace;font-size:12px')
  const error = createElement(
    'parsererror',
    createElement('h3', 'This page contains the following errors:'),
    where,
    createElement('h3', 'Below is a rendering of the page up to the first error.'),
  )
  error.setAttribute('style', ERROR_STYLE)
  if (document.documentElement) document.documentElement.prepend(error)
  else document.append(createElement('html', createElement('body', error)))
}

const takeNodes = ({ root }: XmlBuilder): Node[] => {
  const nodes = root[S.nodeArray].splice(0)
  for (const node of nodes) node[S.parentNode] = null
  return nodes
}

const normalized = (source: string): string => source.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n')

export function parseXml(window: InnerWindow, source: string, document: Document): void {
  const builder = new XmlBuilder(window, document)
  let fault: string | undefined
  try {
    builder.parse(normalized(source))
  } catch (error) {
    if (!(error instanceof NotWellFormed)) throw error
    fault = error.message
  }
  for (const node of takeNodes(builder)) insertParsed(document, node)
  if (fault !== undefined) showError(document, fault)
}

/** https://html.spec.whatwg.org/multipage/xhtml.html#xml-fragment-parsing-algorithm */
export function parseXmlNodes(window: InnerWindow, source: string, context: Element): Node[] {
  const around: Element[] = []
  for (let ancestor: Element | null = context; ancestor; ancestor = ancestor.parentElement)
    around.unshift(ancestor)
  const declared = around.flatMap((element) =>
    [...element.attributes].map(({ name, value }): [string, string] => [name, value]),
  )
  const scope = new Map(scopeOf(new Map([['xml', XML]]), declared))
  if (context.prefix === null) scope.set('', context.namespaceURI ?? '')
  const builder = new XmlBuilder(window, context.ownerDocument, scope)
  try {
    builder.parse(normalized(source))
  } catch (error) {
    if (!(error instanceof NotWellFormed)) throw error
    throw new window.DOMException(error.message, 'SyntaxError')
  }
  return takeNodes(builder)
}
