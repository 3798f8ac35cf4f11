/**
 * Refuses invalid arguments, and names the exceptions that happy-dom throws without a name.
 * happy-dom accepts invalid names of elements, tokens and hosts of shadow trees.
 * Reports: docs/happy-dom/exception-names.md docs/happy-dom/element-names.md
 */
import { HappyDOM } from '#happy-dom'
import { type InnerWindow, override, S, wrap } from '../internals.ts'

import { XML, XMLNS } from './xml-parser.ts'

type Method = (this: object, ...args: unknown[]) => unknown

/** https://dom.spec.whatwg.org/#valid-element-local-name */
const NAME =
  /^(?:[A-Za-z][^\0\t\n\f\r />]*|[:_\u{80}-\u{10ffff}][-.:_A-Za-z0-9\u{80}-\u{10ffff}]*)$/u

/** https://dom.spec.whatwg.org/#valid-shadow-host-name, but for custom elements */
const HOSTS =
  /^(?:article|aside|blockquote|body|div|footer|h[1-6]|header|main|nav|p|section|span|[^-]+-.*)$/

const SPACE = /[\t\n\f\r ]/

export function installNames(window: InnerWindow): void {
  checkAttributeNames(window)
  for (const key of ['createElement', 'createElementNS'] as const) {
    wrap<Method>(
      HappyDOM.Document.prototype,
      key,
      (original) =>
        function (...args) {
          const name = String(args[key === 'createElement' ? 0 : 1])
          if (!NAME.test(name)) {
            throw new window.DOMException(
              `Failed to execute '${key}' on 'Document': "${name}" is not a valid name`,
              'InvalidCharacterError',
            )
          }
          if (key === 'createElementNS') checkNamespace(window, args[0], name)
          const element = original.apply(this, args)
          if (key === 'createElement' && name.includes(':')) keepColon(element as Element)
          return element
        },
    )
  }
}

/** https://dom.spec.whatwg.org/#validate-and-extract */
function checkNamespace({ DOMException }: InnerWindow, namespace: unknown, name: string): void {
  const prefix = name.includes(':') ? name.slice(0, name.indexOf(':')) : null
  const isDeclaration = name === 'xmlns' || prefix === 'xmlns'
  const fault =
    (prefix !== null && !namespace) ||
    (prefix === 'xml' && namespace !== XML) ||
    isDeclaration !== (namespace === XMLNS)
  if (fault) throw new DOMException(`'${name}' is not of '${namespace}'`, 'NamespaceError')
}

/** https://dom.spec.whatwg.org/#valid-attribute-local-name */
const ATTRIBUTE = /^[^\0\t\n\f\r />=]+$/

function checkAttributeNames(window: InnerWindow): void {
  override<Element>(window.Element.prototype, {
    setAttributeNS(namespace, name, value) {
      checkNamespace(window, namespace, `${name}`)
      super.setAttributeNS(namespace, name, value)
    },
  })
  override<Document>(HappyDOM.Document.prototype, {
    createAttribute(name) {
      if (!ATTRIBUTE.test(`${name}`))
        throw new window.DOMException(`'${name}' is not a valid name`, 'InvalidCharacterError')
      return super.createAttribute(name)
    },
    createAttributeNS(namespace, name) {
      checkNamespace(window, namespace, `${name}`)
      return super.createAttributeNS(namespace, name)
    },
  })
}

/** Without a namespace a colon is part of the name, and no prefix. */
function keepColon(element: Element): void {
  element[S.localName] = element.tagName.toLowerCase()
  element[S.prefix] = null
}

/** https://webidl.spec.whatwg.org/#idl-DOMException-error-names */
export function installExceptionNames(window: InnerWindow): void {
  const { Element, HTMLInputElement } = window
  const registry: object = Object.getPrototypeOf(window.customElements)
  const nameless: readonly (readonly [target: object, method: string, name: string])[] = [
    [Element.prototype, 'removeAttributeNode', 'NotFoundError'],
    [Element.prototype, 'attachShadow', 'NotSupportedError'],
    [HTMLInputElement.prototype, 'stepUp', 'InvalidStateError'],
    [HTMLInputElement.prototype, 'stepDown', 'InvalidStateError'],
    [registry, 'define', 'SyntaxError'],
  ]
  for (const [target, method, name] of nameless) nameExceptions(window, target, method, name)
  checkDefinitions(window, registry)
  checkHosts(window)
  checkTokens(window)
}

function nameExceptions(
  { DOMException }: InnerWindow,
  target: object,
  method: string,
  name: string,
): void {
  wrap<Method>(
    target,
    method,
    (original) =>
      function (...args) {
        try {
          return original.apply(this, args)
        } catch (error) {
          const isNameless = error instanceof DOMException && error.code === 0
          throw isNameless ? new DOMException(error.message, name) : error
        }
      },
  )
}

const CALLBACKS = [
  ...['connectedCallback', 'disconnectedCallback', 'connectedMoveCallback', 'adoptedCallback'],
  'attributeChangedCallback',
]

function checkDefinitions(window: InnerWindow, registry: object): void {
  const { document, DOMException, HTMLUnknownElement } = window
  override<object>(registry, {
    define(...args: unknown[]) {
      const [name, elementClass, options] = args
      const failed = "Failed to execute 'define' on 'CustomElementRegistry'"
      if (typeof elementClass !== 'function')
        throw new TypeError(`${failed}: parameter 2 is not of type 'Function'.`)
      const definitions = this as InnerWindow['customElements']
      const used = definitions[S.registry].has(String(name))
        ? `the name "${name}"`
        : definitions[S.classRegistry].has(elementClass) && 'this constructor'
      if (used) {
        throw new DOMException(
          `${failed}: ${used} has already been used with this registry`,
          'NotSupportedError',
        )
      }
      for (const callback of CALLBACKS)
        if (!['undefined', 'function'].includes(typeof elementClass.prototype?.[callback]))
          throw new TypeError(`${failed}: "${callback}" is not a callable object`)
      const { extends: base } = (options ?? {}) as ElementDefinitionOptions
      const isUnknown =
        base?.includes('-') || (base && document.createElement(base) instanceof HTMLUnknownElement)
      if (isUnknown)
        throw new DOMException(`${failed}: "${base}" cannot be extended`, 'NotSupportedError')
      return super.define(...args)
    },
  })
}

function checkHosts({ DOMException, Element }: InnerWindow): void {
  override<Element>(Element.prototype, {
    attachShadow(...args) {
      if (!HOSTS.test(this.localName)) {
        throw new DOMException(
          `Failed to execute 'attachShadow' on 'Element': <${this.localName}> does not support attachShadow`,
          'NotSupportedError',
        )
      }
      return super.attachShadow(...args)
    },
  })
}

function checkTokens({ document, DOMException }: InnerWindow): void {
  const tokenList: object = Object.getPrototypeOf(document.documentElement.classList)
  const check = (method: string, token: string) => {
    if (token !== '' && !SPACE.test(token)) return
    const [why, name] =
      token === ''
        ? ['must not be empty.', 'SyntaxError']
        : [`('${token}') contains HTML space characters.`, 'InvalidCharacterError']
    throw new DOMException(
      `Failed to execute '${method}' on 'DOMTokenList': The token provided ${why}`,
      name,
    )
  }
  for (const method of ['add', 'remove', 'toggle', 'replace']) {
    wrap<Method>(
      tokenList,
      method,
      (original) =>
        function (...args) {
          const count = method === 'toggle' ? 1 : args.length
          const tokens = args.slice(0, count).map(String)
          for (const token of tokens) check(method, token)
          return original.apply(this, [...tokens, ...args.slice(count)])
        },
    )
  }
}
