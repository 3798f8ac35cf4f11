/**
 * Adds XPath by the package `xpath`, loaded on first use. Element names ignore case, as in HTML.
 * https://dom.spec.whatwg.org/#xpath
 * happy-dom has none: capricorn86/happy-dom#1134.
 */
import { createRequire } from 'node:module'
import { HappyDOM } from '#happy-dom'
import { define, type InnerWindow } from '../internals.ts'

interface Value {
  readonly nodes?: readonly Node[]
  toArray?(): Node[]
  numberValue(): number
  stringValue(): string
  booleanValue(): boolean
}

interface Engine {
  parse(expression: string): {
    evaluate(options: { node: Node; isHtml: boolean; namespaces?: object }): Value
  }
}

type Resolver =
  | ((prefix: string) => string | null)
  | { lookupNamespaceURI(prefix: string): string | null }
  | null

const TYPES = {
  ANY_TYPE: 0,
  NUMBER_TYPE: 1,
  STRING_TYPE: 2,
  BOOLEAN_TYPE: 3,
  UNORDERED_NODE_ITERATOR_TYPE: 4,
}

const require = createRequire(import.meta.url)
const parse = (expression: string) => (require('xpath') as Engine).parse(String(expression))

class XPathResult {
  readonly resultType: number
  readonly invalidIteratorState = false
  readonly #value: Value
  readonly #nodes: readonly Node[]
  #next = 0

  constructor(value: Value, type: number) {
    this.#value = value
    this.#nodes = value.toArray?.() ?? []
    this.resultType = type === TYPES.ANY_TYPE ? typeOf(value) : type
    if (this.resultType > TYPES.BOOLEAN_TYPE && !value.toArray) {
      throw new TypeError('The result is not a node set, and cannot be made one')
    }
  }

  get numberValue(): number {
    return this.#only(TYPES.NUMBER_TYPE, () => this.#value.numberValue())
  }
  get stringValue(): string {
    return this.#only(TYPES.STRING_TYPE, () => this.#value.stringValue())
  }
  get booleanValue(): boolean {
    return this.#only(TYPES.BOOLEAN_TYPE, () => this.#value.booleanValue())
  }
  get singleNodeValue(): Node | null {
    return this.#nodes[0] ?? null
  }
  get snapshotLength(): number {
    return this.#nodes.length
  }
  iterateNext(): Node | null {
    return this.#nodes[this.#next++] ?? null
  }
  snapshotItem(index: number): Node | null {
    return this.#nodes[index] ?? null
  }
  #only<T>(type: number, read: () => T): T {
    if (this.resultType === type) return read()
    throw new TypeError(`The result type is ${this.resultType}, not ${type}`)
  }
}

function expressionClass(window: InnerWindow) {
  function checked<T>(expression: string, work: () => T): T {
    try {
      return work()
    } catch (error) {
      const fault = `The string '${expression}' is not a valid XPath expression (${error})`
      throw new window.DOMException(fault, 'SyntaxError')
    }
  }

  return class XPathExpression {
    readonly #parsed: ReturnType<typeof parse>
    readonly #resolver: Resolver
    readonly #expression: string
    constructor(expression: string, resolver: Resolver) {
      this.#expression = expression
      this.#parsed = checked(expression, () => parse(expression))
      this.#resolver = resolver
    }
    evaluate(node: Node, type = TYPES.ANY_TYPE): XPathResult {
      const resolver = this.#resolver
      const getNamespace = (prefix: string) =>
        typeof resolver === 'function' ? resolver(prefix) : resolver?.lookupNamespaceURI(prefix)
      const isHtml =
        ((node.ownerDocument ?? node) as { contentType?: string }).contentType === 'text/html'
      const options = { node, isHtml, ...(resolver && { namespaces: { getNamespace } }) }
      const value = checked(this.#expression, () => this.#parsed.evaluate(options))
      return new XPathResult(value, type)
    }
  }
}

export function installXPath(window: InnerWindow): void {
  const XPathExpression = expressionClass(window)

  const evaluator = {
    createExpression: (expression: string, resolver: Resolver = null) =>
      new XPathExpression(expression, resolver),
    createNSResolver: (node: Node) => node,
    evaluate: (expression: string, node: Node, resolver: Resolver = null, type = TYPES.ANY_TYPE) =>
      new XPathExpression(expression, resolver).evaluate(node, type),
  }
  class XPathEvaluator {}
  // Always true by the standard. Otherwise `xpath` patches the document.
  define(Object.getPrototypeOf(window.document.implementation), { hasFeature: () => true })
  for (const { prototype } of [XPathEvaluator, HappyDOM.Document]) define(prototype, evaluator)
  Object.assign(window, { XPathEvaluator, XPathExpression, XPathResult })
}

function typeOf(value: Value): number {
  if (value.toArray) return TYPES.UNORDERED_NODE_ITERATOR_TYPE
  const kind = value.constructor.name
  if (kind === 'XNumber') return TYPES.NUMBER_TYPE
  return kind === 'XBoolean' ? TYPES.BOOLEAN_TYPE : TYPES.STRING_TYPE
}
