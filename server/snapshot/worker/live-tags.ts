/**
 * Reads single tags of the live document for the snapshot's head: text, attributes and keys, and
 * whether they match given attributes. It never changes them.
 */

import { type InnerElement, type InnerNode, S } from '../../dom/internals.ts'
import { tagKey } from '../../html/head-tags.ts'
import type { ShellElement } from '../../html/shell-tree.ts'
import type { SerializeOptions } from '../serialize/error.ts'
import { serializeNode } from '../serialize/index.ts'

/** The node as HTML. @throws {SerializeError} If it has none. */
export const write = (live: InnerNode, options: SerializeOptions): string =>
  serializeNode(live as unknown as Node, options)

/** Its attributes without event handlers. */
export function attributesOf(element: InnerElement): Record<string, string> {
  const found: Record<string, string> = {}
  for (const one of element[S.attributes][S.items].values()) {
    if (!/^on/i.test(one[S.name])) found[one[S.name]] = one[S.value] ?? ''
  }
  return found
}

export const keyOf = (element: InnerElement): string =>
  tagKey({ name: element[S.localName], attributes: attributesOf(element) })

/** Whether an element has exactly these attributes: `more` replaces those of `attrs`. */
export function isSame(
  element: InnerElement,
  attrs: ShellElement['attrs'],
  more: Readonly<Record<string, string | undefined>>,
): boolean {
  const expected = new Map<string, string | undefined>(
    attrs.map(({ name, prefix, value }) => [prefix ? `${prefix}:${name}` : name, value]),
  )
  for (const [name, value] of Object.entries(more)) {
    if (value === undefined) expected.delete(name)
    else expected.set(name, value)
  }
  const items = [...element[S.attributes][S.items].values()]
  return (
    items.length === expected.size &&
    items.every((one) => expected.has(one[S.name]) && expected.get(one[S.name]) === one[S.value])
  )
}
