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

/** Whether an element has exactly these attributes; a later duplicate name counts. */
export function isSame(
  element: InnerElement,
  attrs: ShellElement['attrs'],
  more: Readonly<Record<string, string | undefined>>,
): boolean {
  const { [S.items]: items } = element[S.attributes]
  let count = Object.keys(more).length
  for (const name of Object.keys(more)) {
    if (more[name] === undefined) count -= 1
  }
  const has = (name: string, value: string) => {
    for (const one of items.values()) if (one[S.name] === name) return one[S.value] === value
    return false
  }
  for (const { name, prefix, value } of attrs) {
    if (name in more) continue
    count += 1
    if (!has(prefix ? `${prefix}:${name}` : name, value)) return false
  }
  for (const [name, value] of Object.entries(more)) {
    if (value !== undefined && !has(name, value)) return false
  }
  return items.size === count
}
