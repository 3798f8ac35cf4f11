/**
 * Upgrades custom elements in place and in tree order, with all children. happy-dom reports no
 * attributes: capricorn86/happy-dom#570. Its `upgrade` does nothing, and errors end the operation;
 * reports: docs/happy-dom/upgrade.md docs/happy-dom/custom-element-errors.md
 */
import { HappyDOM } from '#happy-dom'
import { HTML } from '../../html/names.ts'
import { changePrototype } from '../change-prototype.ts'
import { createNode, learnKind, plainKind } from '../create-element.ts'
import { type Definition, ELEMENT, type InnerWindow, override, S } from '../internals.ts'
import { report } from '../isolation/errors.ts'
import { installElements, noteDefinition } from '../isolation/page-elements.ts'
import { perPage } from '../isolation/page-state.ts'
import { installClone } from './clone.ts'
import { pushReversed } from './deep-trees.ts'
import { atomically, call, enqueue, failedUpgrades, notifyForm, upgrading } from './reactions.ts'

/** https://html.spec.whatwg.org/multipage/custom-elements.html#upgrades */
export function installUpgrade(window: InnerWindow): void {
  const html = HappyDOM.HTMLElement.prototype
  const element: Element = Object.getPrototypeOf(html)
  const elementConnected = element[S.connectedToDocument]
  html[S.connectedToDocument] = function (this: Element) {
    elementConnected.call(this)
    tryUpgrade(window, this)
  }
  html[S.disconnectedFromDocument] = element[S.disconnectedFromDocument]
  installRegistry(window)
  installCreate(window)
  installClone(window, (copy) => tryUpgrade(window, copy))
}

function definitionFor(window: InnerWindow, element: Element): Definition | undefined {
  const name = element[S.localName]
  const is = element[S.isValue]
  if (!is && !name.includes('-')) return undefined
  const definition = window.customElements[S.registry]?.get(is ?? name)
  if (!definition || (definition.extends ?? name) !== name) return undefined
  return element instanceof definition.elementClass ||
    upgrading.includes(element) ||
    failedUpgrades.has(element)
    ? undefined
    : definition
}

function tryUpgrade(window: InnerWindow, element: Element): void {
  if (element[S.ownerDocument] !== window.document) return
  const definition = definitionFor(window, element)
  if (definition) enqueue(element, () => upgrade(window, element, definition))
}

/** When the operation ends, unless it is in another document then, such as that of templates. */
export function upgradeParsed(window: InnerWindow, element: Element): void {
  if (element[S.ownerDocument] !== window.document) return
  if (definitionFor(window, element)) enqueue(element, () => tryUpgrade(window, element))
}

function upgrade(window: InnerWindow, element: Element, definition: Definition): void {
  if (element instanceof definition.elementClass) return
  const { elementClass, observedAttributes, lifecycleCallbacks } = definition
  const { attributeChangedCallback, connectedCallback } = lifecycleCallbacks
  const attributes = [...element[S.attributes][S.items].values()]
  const connected = element[S.isConnected]
  upgrading.push(element)
  changePrototype(element, elementClass.prototype)
  elementClass[S.customElementUpgradeTarget] = element
  try {
    if (new elementClass() !== element) throw new TypeError(NOT_ITSELF)
  } catch (error) {
    failedUpgrades.add(element)
    report(window, error)
    return
  } finally {
    upgrading.pop()
    elementClass[S.customElementUpgradeTarget] = null
  }
  if (attributeChangedCallback) {
    for (const attribute of attributes) {
      const { [S.localName]: local, [S.value]: value, [S.namespaceURI]: namespace } = attribute
      const name = local ?? attribute[S.name]
      if (!observedAttributes.has(name)) continue
      call(window, element, attributeChangedCallback, [name, null, value, namespace])
    }
  }
  if (connected && connectedCallback) call(window, element, connectedCallback)
  notifyForm(window, element)
}

const NOT_ITSELF =
  'custom element constructors must call super() first and must not return a different object'

/** Includes shadow trees, in tree order. */
function* elements(root: Node): Generator<Element> {
  const stack = [root]
  for (let node = stack.pop(); node; node = stack.pop()) {
    if (node[S.nodeType] === ELEMENT) yield node as Element
    pushReversed(stack, node[S.elementArray])
    const shadow = node[S.shadowRoot]
    if (shadow) stack.push(shadow)
  }
}

/** A name has one promise. */
const awaited = perPage(() => new Map<string, Promise<unknown>>())

function installRegistry(window: InnerWindow): void {
  installElements(window)
  override<CustomElementRegistry, object>(HappyDOM.CustomElementRegistry.prototype, {
    define(name: string, ...rest: unknown[]) {
      atomically(() => {
        super.define(name, ...rest)
        noteDefinition(name)
        for (const element of elements(window.document)) {
          if (element[S.localName] === name || element[S.isValue] === name) {
            tryUpgrade(window, element)
          }
        }
      })
    },
    upgrade(root: unknown) {
      atomically(() => {
        for (const element of elements(root as Node)) tryUpgrade(window, element)
      })
    },
    whenDefined(name: string) {
      const waiting = awaited().get(name)
      if (waiting) return waiting
      const promise = super.whenDefined(name).then(
        () => this.get(name),
        ({ message }: Error) => {
          throw new window.DOMException(message, 'SyntaxError')
        },
      )
      awaited().set(name, promise)
      return promise
    },
  })
}

/** https://dom.spec.whatwg.org/#concept-create-element */
function checkNew({ DOMException }: InnerWindow, element: Element, definition: Definition): void {
  if (!(element instanceof definition.elementClass)) throw new TypeError(NOT_ITSELF)
  const { [S.attributes]: attributes, [S.nodeArray]: nodes, [S.parentNode]: parent } = element
  const fault =
    attributes[S.items].size > 0
      ? 'attributes'
      : nodes.length > 0
        ? 'children'
        : parent && 'a parent'
  if (fault) throw new DOMException(`The result must not have ${fault}`, 'NotSupportedError')
}

function installCreate(window: InnerWindow): void {
  const page = window.document
  override<Document, object>(HappyDOM.Document.prototype, {
    createElementNS(namespace: string | null, name: string, options?: { is?: string }) {
      const isNamed = Boolean(options?.is) || String(name).includes('-')
      const isPlain = !isNamed && namespace === HTML && typeof name === 'string' && this === page
      const Plain = isPlain ? plainKind(name, HTML) : undefined
      if (Plain) return new Plain(this)
      const createOriginal = (): Element => super.createElementNS(namespace, name, options)
      if (!isNamed) {
        const element = createOriginal()
        if (isPlain) learnKind(element, name, HTML)
        return element
      }
      const definition = window.customElements[S.registry]?.get(options?.is ?? String(name))
      if (!definition) return createOriginal()
      const plain = (className: 'HTMLElement' | 'HTMLUnknownElement') =>
        Object.assign(createNode<Element>(this, window[className]), {
          [S.tagName]: String(name).toUpperCase(),
          [S.localName]: String(name),
          [S.namespaceURI]: namespace,
        })
      if (!options?.is && definition.extends) return plain('HTMLElement')
      try {
        const element = createOriginal()
        if (!options?.is) checkNew(window, element, definition)
        return element
      } catch (error) {
        report(window, error)
        return plain('HTMLUnknownElement')
      }
    },
  })
}
