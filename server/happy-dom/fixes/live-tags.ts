/**
 * Single tags as they are in the document, beside what the shell and the route say of them. In: elements. Out: their text,
 * attributes and keys; whether they are as they were told to be. It never changes them.
 * Ours: what a snapshot's head is made of.
 */
import { tagKey } from '../../html/head-tags.ts'
import type { ShellElement } from '../../html/shell-tree.ts'
import { type Shadow, serializeNode } from '../../serialize/index.ts'
import { type InnerElement, type InnerNode, S } from '../internals.ts'

/** The node as HTML. @throws {SerializeError} When it has none. */
export const write = (live: InnerNode, shadow?: Shadow): string =>
  serializeNode(live as unknown as Node, { shadow })

/** Its attributes; event handlers are none of them. */
export function attributesOf(element: InnerElement): Record<string, string> {
  const found: Record<string, string> = {}
  for (const one of element[S.attributes][S.items].values()) {
    if (!/^on/i.test(one[S.name])) found[one[S.name]] = one[S.value] ?? ''
  }
  return found
}

/** What a tag of the head is known by. */
export const keyOf = (element: InnerElement): string =>
  tagKey({ name: element[S.localName], attributes: attributesOf(element) })

/** Whether an element has these attributes and no others; the later of a name counts. */
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
