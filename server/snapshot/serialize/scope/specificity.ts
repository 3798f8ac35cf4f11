/**
 * Computes the specificity of a selector, for rewrite-selector.ts.
 * https://drafts.csswg.org/selectors-4/#specificity-rules
 */
import type { Node, Pseudo, Selector } from 'postcss-selector-parser'

export type Specificity = readonly [ids: number, classes: number, types: number]

const NOTHING: Specificity = [0, 0, 0]
const add = (one: Specificity, other: Specificity): Specificity => [
  one[0] + other[0],
  one[1] + other[1],
  one[2] + other[2],
]
export const minus = (one: Specificity, other: Specificity): Specificity => [
  one[0] - other[0],
  one[1] - other[1],
  one[2] - other[2],
]
const compare = (one: Specificity, other: Specificity): number =>
  one[0] - other[0] || one[1] - other[1] || one[2] - other[2]

const OLD = /^:(?:before|after|first-line|first-letter)$/i

export const isPseudoElement = (node: Node): boolean =>
  node.type === 'pseudo' && (node.value.startsWith('::') || OLD.test(node.value))

export function nodeSpecificity(of: Selector | readonly Node[]): Specificity {
  const nodes = 'nodes' in of ? of.nodes : of
  return nodes.map(specificityOfNode).reduce(add, NOTHING)
}

function specificityOfNode(node: Node): Specificity {
  switch (node.type) {
    case 'id':
      return [1, 0, 0]
    case 'class':
    case 'attribute':
      return [0, 1, 0]
    case 'tag':
      return [0, 0, 1]
    case 'pseudo':
      return specificityOfPseudo(node as Pseudo)
  }
  return NOTHING
}

function specificityOfPseudo(pseudo: Pseudo): Specificity {
  const heaviest = pseudo.nodes.map(nodeSpecificity).sort(compare).at(-1) ?? NOTHING
  const name = pseudo.value.toLowerCase()
  if (isPseudoElement(pseudo)) return name === '::slotted' ? add(heaviest, [0, 0, 1]) : [0, 0, 1]
  if (name === ':where') return NOTHING
  if (/^:(?:is|not|has|matches|-webkit-any)$/.test(name)) return heaviest
  if (/^:host(?:-context)?$/.test(name)) return add(heaviest, [0, 1, 0])
  const selectors = /^:nth-(?:last-)?child$/.test(name) ? pseudo.nodes.map(afterFormula) : []
  return add(selectors.sort(compare).at(-1) ?? NOTHING, [0, 1, 0])
}

/** In `2n+1 of .a, .b`, the parser takes the formula for a type. */
function afterFormula(selector: Selector, index: number): Specificity {
  if (index > 0) return nodeSpecificity(selector)
  const ofIndex = selector.nodes.findIndex((node) => node.type === 'tag' && node.value === 'of')
  return ofIndex < 0 ? NOTHING : nodeSpecificity(selector.nodes.slice(ofIndex + 1))
}
