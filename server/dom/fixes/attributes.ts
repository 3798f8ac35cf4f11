/**
 * Keeps the attribute node when `setAttribute` changes it, and adds no attribute for absent tokens.
 * Reports: docs/happy-dom/set-attribute.md docs/happy-dom/class-list.md
 */

import { HappyDOM } from '#happy-dom'
import { HTML } from '../../html/names.ts'
import { type InnerWindow, override, S } from '../internals.ts'

/** Keeping the node also makes updates of views cheaper. */
export function installAttributes(window: InnerWindow): void {
  installAttributeNodes(window)
  override<Element>(window.Element.prototype, {
    setAttribute(...args) {
      const attributes = this[S.attributes]
      if (args.length < 2 || attributes[S.items].size === 0 || this[S.namespaceURI] !== HTML) {
        return super.setAttribute(...args)
      }
      const name = `${args[0]}`
      const value = `${args[1]}`
      const attribute = attributes.getNamedItem(name)
      if (attribute === null) return super.setAttribute(name, value)
      changeValue(this, attribute, value)
    },
  })
}

/** Notifies the element of a new value. Ours: happy-dom does not. */
function installAttributeNodes({ Attr }: InnerWindow): void {
  const set = function (this: Attr, value: unknown) {
    const { [S.ownerElement]: element } = this
    const newValue = `${value ?? ''}`
    if (element) changeValue(element, this, newValue)
    else this[S.value] = newValue
  }
  const get = function (this: Attr) {
    return this[S.value] ?? ''
  }
  const property = { configurable: true, enumerable: true, get, set }
  for (const name of ['value', 'nodeValue', 'textContent'])
    Object.defineProperty(Attr.prototype, name, property)
}

function changeValue(element: Element, attribute: Attr, value: string): void {
  const { [S.name]: name, [S.value]: before } = attribute
  attribute[S.value] = value
  element[S.onSetAttribute](attribute, { [S.name]: name, [S.value]: before, name, value: before })
}

interface Tokens {
  [S.ownerElement]: Element
  [S.attributeName]: string
}

const isWritten = (tokens: Tokens): boolean =>
  tokens[S.ownerElement].hasAttribute(tokens[S.attributeName])

/** Removing an absent token must not create the attribute. */
export function installTokens(): void {
  override<Tokens, object>(HappyDOM.DOMTokenList.prototype, {
    remove(...args: unknown[]) {
      if (isWritten(this)) super.remove(...args)
    },
    toggle(...args: unknown[]) {
      return (args[1] !== false || isWritten(this)) && super.toggle(...args)
    },
  })
}
