/**
 * Keeps the attribute node when `setAttribute` changes its value.
 * Pages that hold the node see the new value, and updating a view allocates nothing.
 * https://dom.spec.whatwg.org/#dom-element-setattribute
 * happy-dom replaces the attribute node; not reported. Report: docs/happy-dom/set-attribute.md
 */
import { Element } from '#happy-dom'
import { type InnerAttribute, type InnerElement, inner, override, S } from '../internals.ts'

const HTML = 'http://www.w3.org/1999/xhtml'

export function installAttributes(): void {
  override<Element>(Element.prototype, {
    setAttribute(...args) {
      const element = inner<InnerElement>(this)
      const attributes = element[S.attributes]
      if (args.length < 2 || attributes[S.items].size === 0 || element[S.namespaceURI] !== HTML) {
        return super.setAttribute(...args)
      }
      const name = String(args[0])
      const value = String(args[1])
      const attribute = attributes.getNamedItem(name)
      if (attribute === null) return super.setAttribute(name, value)
      change(element, attribute, value)
    },
  })
}

function change(element: InnerElement, attribute: InnerAttribute, value: string): void {
  const { [S.name]: name, [S.value]: before } = attribute
  attribute[S.value] = value
  element[S.onSetAttribute](attribute, { [S.name]: name, [S.value]: before, name, value: before })
}
