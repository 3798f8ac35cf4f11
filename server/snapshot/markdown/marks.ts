// Fixes spaces, and bold, italic and struck text in mdast, where neighbouring characters decide
// whether a mark counts. Drops a mark that would need character references.
// https://spec.commonmark.org/0.31.2/#emphasis-and-strong-emphasis

/** A node of mdast. */
export interface MarkedNode {
  type: string
  value?: string
  children?: MarkedNode[]
}

const MARKS = new Set(['emphasis', 'strong', 'delete'])

/** Nodes in which spaces at the edges have no meaning. */
const LINES = new Set(['paragraph', 'heading', 'tableCell'])

/** Nodes that are nothing without content. */
const EMPTY = new Set(['paragraph', 'list', 'blockquote', 'link'])

const PUNCTUATION = /^[\p{P}\p{S}]$/u

/** Changes a tree of bounded depth. A mark in its own kind adds nothing. */
export function mendMarks(node: MarkedNode, around: readonly string[] = []): void {
  if (!node.children) return
  const inside = MARKS.has(node.type) ? [...around, node.type] : around
  const outer = node.children.flatMap((child) => {
    mendMarks(child, inside)
    if (child.type === 'text') return [textOf(child.value ?? '')]
    if (child.children?.length === 0 && EMPTY.has(child.type)) return []
    return inside.includes(child.type) ? (child.children ?? []) : [child]
  })
  const children = joined(outer.flatMap(withEdgesOutside))
  if (LINES.has(node.type)) for (const side of SIDES) takeEdge(children, side)
  node.children = joined(
    children.flatMap((child, index) =>
      isLost(child, children[index - 1], children[index + 1]) ? (child.children ?? []) : [child],
    ),
  )
}

function withEdgesOutside(node: MarkedNode): MarkedNode[] {
  if (!MARKS.has(node.type) && node.type !== 'link') return [node]
  const children = [...(node.children ?? [])]
  const before = takeEdge(children, 'start')
  const after = takeEdge(children, 'end').reverse()
  return [...before, ...(children.length > 0 ? [{ ...node, children }] : []), ...after]
}

const textOf = (value: string): MarkedNode => ({
  type: 'text',
  value: value.replace(/ [ \t\n]+|[\t\n][ \t\n]*/g, ' '),
})

const SIDES = ['start', 'end'] as const

/** Removes the spaces and line breaks at one side. */
function takeEdge(nodes: MarkedNode[], side: (typeof SIDES)[number]): MarkedNode[] {
  const edge: MarkedNode[] = []
  for (;;) {
    const index = side === 'start' ? 0 : nodes.length - 1
    const { type, value = '' } = nodes[index] ?? {}
    const trimmed = side === 'start' ? value.trimStart() : value.trimEnd()
    const space = value.replace(trimmed, '')
    if (type === 'break') edge.push({ type })
    else if (type === 'text' && space !== '') edge.push(textOf(space))
    else return edge
    nodes.splice(index, 1, ...(trimmed === '' ? [] : [textOf(trimmed)]))
  }
}

function joined(nodes: readonly MarkedNode[]): MarkedNode[] {
  const merged: MarkedNode[] = []
  for (const node of nodes) {
    const last = merged.at(-1)
    if (last?.type !== node.type) merged.push(node)
    else if (node.type === 'text') merged.splice(-1, 1, textOf(`${last.value}${node.value}`))
    else if (node.type === 'inlineCode')
      merged.splice(-1, 1, { ...last, value: `${last.value}${node.value}` })
    else if (MARKS.has(node.type)) {
      const children = joined([...(last.children ?? []), ...(node.children ?? [])])
      merged.splice(-1, 1, { ...last, children })
    } else merged.push(node)
  }
  return merged
}

function isLost(node: MarkedNode, before: MarkedNode | undefined, after: MarkedNode | undefined) {
  if (!MARKS.has(node.type)) return false
  if (before && MARKS.has(before.type)) return true
  const isOpen = isLetter(lastSign(before)) && !isLetter(firstSign(node.children?.[0]))
  const isClosed = isLetter(firstSign(after)) && !isLetter(lastSign(node.children?.at(-1)))
  return isOpen || isClosed
}

/** Whether a sign is a letter. The edge of a line, undefined, is none. */
const isLetter = (sign: string | undefined): boolean =>
  sign !== undefined && !/\s/.test(sign) && !PUNCTUATION.test(sign)

// Every other node starts and ends with a markup sign.
const firstSign = (node: MarkedNode | undefined): string | undefined =>
  node && (node.type === 'text' ? [...(node.value ?? '').slice(0, 2)][0] : '*')

const lastSign = (node: MarkedNode | undefined): string | undefined =>
  node && (node.type === 'text' ? [...(node.value ?? '').slice(-2)].at(-1) : '*')
