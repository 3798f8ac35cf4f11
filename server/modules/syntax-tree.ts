/** Reads syntax trees: names, and every node in its order. */
import type { AnyNode, Identifier, Literal, Pattern } from 'acorn'

/** The name of an import or export specifier. */
export const nameOf = (node: Identifier | Literal): string =>
  node.type === 'Identifier' ? node.name : String(node.value)

/** The variables that a pattern assigns. */
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

/** Visits every node, from the outside to the inside. `isTop` is false inside of functions. */
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
