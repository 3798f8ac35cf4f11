/**
 * Writes XML, with the declarations that its namespaces need; `XMLSerializer` calls it.
 * Replaces happy-dom's serializer, which writes no declarations for attributes:
 * capricorn86/happy-dom#2153. https://w3c.github.io/DOM-Parsing/#xml-serialization
 */
import { HTML } from '../../html/names.ts'
import { VOID } from '../../html/nesting.ts'
import { COMMENT, DOCTYPE, DOCUMENT, ELEMENT, S, TEXT } from '../internals.ts'
import { XML, XMLNS } from './xml-parser.ts'

const SECTION = 4
const INSTRUCTION = 7

const REFERENCES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\t': '&#9;',
  '\n': '&#10;',
  '\r': '&#13;',
}
const escaped = (text: string, special: RegExp): string =>
  text.replace(special, (character) => REFERENCES[character] as string)
const written = (name: string, value: string): string =>
  ` ${name}="${escaped(value, /[&<>"\t\n\r]/g)}"`

/** The namespaces in scope by their prefixes; `''`: the default. */
type Scope = ReadonlyMap<string, string | null>
const OUTERMOST: Scope = new Map([['xml', XML]])

/** Nodes and end tags that come later. */
type Rest = (string | readonly [node: Node, scope: Scope])[]

/** Writes without recursion, for trees of any depth. */
export class XmlWriter {
  #generated = 0

  write(node: Node): string {
    return this.#writeAll([[node, OUTERMOST]])
  }

  writeChildren(node: Node): string {
    return this.#writeAll(childrenOf(node, OUTERMOST))
  }

  #writeAll(stack: Rest): string {
    let markup = ''
    for (let next = stack.pop(); next !== undefined; next = stack.pop())
      markup += typeof next === 'string' ? next : this.#writeStart(...next, stack)
    return markup
  }

  #writeStart(node: Node, scope: Scope, stack: Rest): string {
    const data = node[S.data] ?? ''
    // A section is a text to happy-dom.
    switch (node.nodeType) {
      case ELEMENT:
        return this.#writeElement(node as Element, scope, stack)
      case TEXT:
        return escaped(data, /[&<>]/g)
      case SECTION:
        return `<![CDATA[${data}]]>`
      case COMMENT:
        return `<!--${data}-->`
      case INSTRUCTION:
        return `<?${node[S.target]} ${data}?>`
      case DOCTYPE:
        return writeDoctype(node as DocumentType)
    }
    stack.push(...childrenOf(node, scope))
    return node.nodeType === DOCUMENT ? this.#writeDeclaration(node as Document) : ''
  }

  #writeDeclaration(document: Document): string {
    const { [S.xmlProcessingInstruction]: declaration } = document
    return declaration ? this.write(declaration) : ''
  }

  #writeElement(element: Element, outer: Scope, stack: Rest): string {
    const attributes = [...element[S.attributes][S.items].values()]
    const scope = new Map(outer)
    for (const attribute of attributes) {
      if (attribute[S.namespaceURI] === XMLNS)
        scope.set(declaredBy(attribute), attribute[S.value] || null)
    }
    const namespace = element[S.namespaceURI] || null
    let declaration = ''
    let prefix = this.#prefixFor(namespace, element[S.prefix], scope, outer)
    if (prefix === undefined) {
      prefix = (namespace && element[S.prefix]) || ''
      if (
        prefix !== '' &&
        attributes.some((one) => declaredBy(one) === prefix && one[S.namespaceURI] === XMLNS)
      )
        prefix = this.#generate(scope)
      scope.set(prefix, namespace)
      declaration = written(prefix === '' ? 'xmlns' : `xmlns:${prefix}`, namespace ?? '')
    }
    const name = prefix === '' ? element[S.localName] : `${prefix}:${element[S.localName]}`
    const start = `<${name}${declaration}${attributes.map((one) => this.#writeAttribute(one, scope)).join('')}`
    const content = element[S.content] ?? element
    if (content[S.nodeArray].length > 0) {
      stack.push(`</${name}>`, ...childrenOf(content, scope))
      return `${start}>`
    }
    if (namespace !== HTML) return `${start}/>`
    return VOID.has(element[S.localName]) ? `${start} />` : `${start}></${name}>`
  }

  /** @returns Undefined if no prefix is declared, `''` if none is needed. */
  #prefixFor(
    namespace: string | null,
    preferred: string | null,
    scope: Scope,
    outer: Scope,
  ): string | undefined {
    if (namespace === XML) return 'xml'
    const isInherited = (outer.get('') ?? null) === namespace
    const isDefault = (scope.get('') ?? null) === namespace
    if (isDefault && (isInherited || preferred === null)) return ''
    // The element declares another namespace, which is replaced.
    if (isInherited || namespace === null) return undefined
    if (preferred !== null && scope.get(preferred) === namespace) return preferred
    const prefixes = [...scope].filter(([prefix, value]) => prefix !== '' && value === namespace)
    return prefixes.at(-1)?.[0]
  }

  #writeAttribute(attribute: Attr, scope: Map<string, string | null>): string {
    const { [S.namespaceURI]: namespace, [S.value]: value, [S.prefix]: ownPrefix } = attribute
    const local = attribute[S.localName] ?? attribute[S.name]
    const attributeValue = value ?? ''
    if (!namespace) return written(local, attributeValue)
    if (namespace === XMLNS) {
      const declared = declaredBy(attribute)
      // The element's own declaration has replaced it.
      if ((scope.get(declared) ?? null) !== (value || null)) return ''
      return written(declared === '' ? 'xmlns' : `xmlns:${declared}`, attributeValue)
    }
    const declarations = [...scope].filter(([prefix, one]) => prefix !== '' && one === namespace)
    const prefix = (declarations.find(([one]) => one === ownPrefix) ?? declarations.at(-1))?.[0]
    if (prefix !== undefined) return written(`${prefix}:${local}`, attributeValue)
    const fresh = ownPrefix && !scope.has(ownPrefix) ? ownPrefix : this.#generate(scope)
    scope.set(fresh, namespace)
    return written(`xmlns:${fresh}`, namespace) + written(`${fresh}:${local}`, attributeValue)
  }

  #generate(scope: Scope): string {
    let prefix: string
    do prefix = `ns${++this.#generated}`
    while (scope.has(prefix))
    return prefix
  }
}

/** The last first. */
const childrenOf = (node: Node, scope: Scope): Rest =>
  node[S.nodeArray].map((child) => [child, scope] as const).reverse()

const declaredBy = (attribute: Attr): string =>
  attribute[S.prefix] === 'xmlns' ? (attribute[S.localName] as string) : ''

function writeDoctype({ name, publicId, systemId }: DocumentType): string {
  if (publicId) return `<!DOCTYPE ${name} PUBLIC "${publicId}" "${systemId}">`
  return systemId ? `<!DOCTYPE ${name} SYSTEM "${systemId}">` : `<!DOCTYPE ${name}>`
}
