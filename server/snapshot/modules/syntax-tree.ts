/** Reads names from syntax trees and visits their nodes. */
import type { AnyNode, Identifier, Literal, Pattern } from 'acorn'

export const nameOf = (node: Identifier | Literal): string =>
  node.type === 'Identifier' ? node.name : String(node.value)

export function namesOf(pattern: Pattern): string[] {
  if (pattern.type === 'Identifier') return [pattern.name]
  if (pattern.type === 'AssignmentPattern') return namesOf(pattern.left)
  if (pattern.type === 'RestElement') return namesOf(pattern.argument)
  if (pattern.type === 'ArrayPattern')
    return pattern.elements.flatMap((one) => (one ? namesOf(one) : []))
  if (pattern.type !== 'ObjectPattern') return []
  return pattern.properties.flatMap((one) =>
    namesOf(one.type === 'Property' ? one.value : one.argument),
  )
}

const FUNCTION = /^(?:Arrow)?Function/

/** Visits every node, outer nodes first. `isTop` is false inside functions. */
export function walk(
  node: AnyNode,
  visit: (node: AnyNode, isTop: boolean) => void,
  isTop = true,
): void {
  visit(node, isTop)
  const inside = isTop && !FUNCTION.test(node.type)
  for (const value of Object.values(node)) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (typeof one?.type === 'string') walk(one, visit, inside)
    }
  }
}
