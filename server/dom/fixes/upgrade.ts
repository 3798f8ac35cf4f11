/**
 * Upgrades custom elements in place and in tree order, with all children. happy-dom reports no
 * attributes: capricorn86/happy-dom#570. Its `upgrade` does nothing, and errors end the operation;
 * reports: docs/happy-dom/upgrade.md docs/happy-dom/custom-element-errors.md
 */
import { CustomElementRegistry, Document, HTMLElement, NodeFactory } from '#happy-dom'
import { changePrototype } from '../change-prototype.ts'
import {
  type Definition,
  ELEMENT,
  type InnerDocument,
  type InnerElement,
  type InnerNode,
  type InnerWindow,
  inner,
  override,
  S,
} from '../internals.ts'
import { report } from '../isolation/errors.ts'
import { installElements, noteDefinition } from '../isolation/page-elements.ts'
import { installClone } from './clone.ts'
import { pushReversed } from './deep-trees.ts'
import { atomically, call, enqueue, failedUpgrades, notifyForm, upgrading } from './reactions.ts'

/** https://html.spec.whatwg.org/multipage/custom-elements.html#upgrades */
export function installUpgrade(window: InnerWindow): void {
  const html = inner<InnerElement>(HTMLElement.prototype)
  const elementConnected = inner<InnerElement>(Object.getPrototypeOf(HTMLElement.prototype))[
    S.connectedToDocument
  ]
  html[S.connectedToDocument] = function (this: InnerElement) {
    elementConnected.call(this)
    tryUpgrade(window, this)
  }
  html[S.disconnectedFromDocument] = inner<InnerElement>(
    Object.getPrototypeOf(HTMLElement.prototype),
  )[S.disconnectedFromDocument]
  installRegistry(window)
  installCreate(window)
  installClone(window, (copy) => tryUpgrade(window, copy))
}

function definitionFor(window: InnerWindow, element: InnerElement): Definition | undefined {
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

function tryUpgrade(window: InnerWindow, element: InnerElement): void {
  if (element[S.ownerDocument] !== inner<InnerDocument>(window.document)) return
  const definition = definitionFor(window, element)
  if (definition) enqueue(element, () => upgrade(window, element, definition))
}

function upgrade(window: InnerWindow, element: InnerElement, definition: Definition): void {
  if (element instanceof definition.elementClass) return
  const { elementClass, observedAttributes, lifecycleCallbacks } = definition
  const { attributeChangedCallback, connectedCallback } = lifecycleCallbacks
  const attributes = [...element[S.attributes][S.items].values()]
  const connected = element[S.isConnected]
  upgrading.push(element)
  changePrototype(element, elementClass.prototype)
  elementClass[S.customElementUpgradeTarget] = element
  try {
    new elementClass()
  } catch (error) {
    failedUpgrades.add(element)
    report(window, error)
    return
  } finally {
    upgrading.pop()
    elementClass[S.customElementUpgradeTarget] = null
  }
  if (attributeChangedCallback) {
    for (const { [S.name]: name, [S.value]: value, [S.namespaceURI]: namespace } of attributes) {
      if (!observedAttributes.has(name)) continue
      call(window, element, attributeChangedCallback, [name, null, value, namespace])
    }
  }
  if (connected && connectedCallback) call(window, element, connectedCallback)
  notifyForm(window, element)
}

/** Includes shadow trees, in tree order. */
function* elements(root: InnerNode): Generator<InnerElement> {
  const rest = [root]
  for (let node = rest.pop(); node; node = rest.pop()) {
    if (node[S.nodeType] === ELEMENT) yield node as InnerElement
    pushReversed(rest, node[S.elementArray])
    const shadow = node[S.shadowRoot]
    if (shadow) rest.push(shadow)
  }
}

function installRegistry(window: InnerWindow): void {
  installElements(window)
  override<CustomElementRegistry, object>(CustomElementRegistry.prototype, {
    define(name: string, ...rest: unknown[]) {
      atomically(() => {
        super.define(name, ...rest)
        noteDefinition(name)
        for (const element of elements(inner(window.document))) {
          if (element[S.localName] === name || element[S.isValue] === name) {
            tryUpgrade(window, element)
          }
        }
      })
    },
    upgrade(root: unknown) {
      atomically(() => {
        for (const element of elements(root as InnerNode)) tryUpgrade(window, element)
      })
    },
    async whenDefined(name: string) {
      await super.whenDefined(name)
      return this.get(name)
    },
  })
}

function installCreate(window: InnerWindow): void {
  override(Document.prototype, {
    createElementNS(namespace: string | null, name: string, options?: { is?: string }) {
      const make = (): InnerElement => super.createElementNS(namespace, name, options)
      if (!options?.is && !String(name).includes('-')) return make()
      if (!window.customElements[S.registry]?.has(options?.is ?? String(name))) return make()
      try {
        return make()
      } catch (error) {
        report(window, error)
        const unknown = window.HTMLUnknownElement as unknown as new () => InnerElement
        const element = NodeFactory.createNode(this as never, unknown as never) as never
        return Object.assign(element as InnerElement, {
          [S.tagName]: String(name).toUpperCase(),
          [S.localName]: String(name),
          [S.namespaceURI]: namespace,
        })
      }
    },
  })
}
