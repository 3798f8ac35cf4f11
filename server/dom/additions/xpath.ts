/**
 * Adds XPath by the package `xpath`, loaded on first use. Element names ignore case, as in HTML.
 * https://dom.spec.whatwg.org/#xpath
 * happy-dom has none: capricorn86/happy-dom#1134.
 */
import { createRequire } from 'node:module'
import { Document as HappyDocument } from '#happy-dom'
import { define, type InnerWindow } from '../internals.ts'

interface Expression {
  readonly context: { allowAnyNamespaceForNoPrefix?: boolean }
  evaluate(node: Node, type: number, result: null): object
}

interface Engine {
  createExpression(expression: string, resolver: object | null): Expression
}

type Resolver = ((prefix: string) => string | null) | object | null

const TYPES =
  'ANY_TYPE NUMBER_TYPE STRING_TYPE BOOLEAN_TYPE UNORDERED_NODE_ITERATOR_TYPE ORDERED_NODE_ITERATOR_TYPE ' +
  'UNORDERED_NODE_SNAPSHOT_TYPE ORDERED_NODE_SNAPSHOT_TYPE ANY_UNORDERED_NODE_TYPE FIRST_ORDERED_NODE_TYPE'

const require = createRequire(import.meta.url)

export function installXPath(window: InnerWindow): void {
  class XPathEvaluator {}
  class XPathResult {}
  class XPathExpression {
    readonly #expression: Expression

    constructor(text: string, resolver: Resolver) {
      const lookup = typeof resolver === 'function' ? { lookupNamespaceURI: resolver } : resolver
      try {
        this.#expression = (require('xpath') as Engine).createExpression(String(text), lookup)
      } catch (error) {
        const why = `The string '${text}' is not a valid XPath expression (${error})`
        throw new window.DOMException(why, 'SyntaxError')
      }
    }

    evaluate(node: Node, type = 0): object {
      const { contentType } = node.ownerDocument ?? (node as Document)
      this.#expression.context.allowAnyNamespaceForNoPrefix = contentType === 'text/html'
      return this.#expression.evaluate(node, type, null)
    }
  }
  for (const [type, name] of TYPES.split(' ').entries()) {
    Object.assign(XPathResult, { [name]: type })
    Object.assign(XPathResult.prototype, { [name]: type })
  }
  const evaluator = {
    createExpression: (expression: string, resolver: Resolver = null) =>
      new XPathExpression(expression, resolver),
    createNSResolver: (node: Node) => node,
    evaluate: (expression: string, node: Node, resolver: Resolver = null, type = 0) =>
      new XPathExpression(expression, resolver).evaluate(node, type),
  }
  // Always true by the standard. `xpath` asks it whether names ignore case.
  const implementation = Object.getPrototypeOf(window.document.implementation)
  define(implementation, { hasFeature: () => true })
  for (const { prototype } of [XPathEvaluator, HappyDocument]) define(prototype, evaluator)
  Object.assign(window, { XPathEvaluator, XPathExpression, XPathResult })
}
