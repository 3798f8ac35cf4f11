// Compares the words of a page and its snapshot, shadow trees included.

import { diffArrays } from 'diff'

export interface WordDifference {
  readonly before: string
  readonly app: string
  readonly snapshot: string
  readonly after: string
}

/** Words shown around a difference. */
const AROUND = 4

/** ms before the comparison gives up. */
const TIMEOUT = 500

const SILENT = new Set(['script', 'style', 'noscript', 'template', 'iframe', 'hashbang-devtools'])

export const wordsOf = (root: Node): string[] => read(root).split(/\s+/).filter(Boolean)

function read(node: Node): string {
  if (node.nodeType === Node.TEXT_NODE) return (node as Text).data
  if (node.nodeType === Node.DOCUMENT_FRAGMENT_NODE) return [...node.childNodes].map(read).join('')
  if (node.nodeType !== Node.ELEMENT_NODE) return ''
  const element = node as Element
  if (SILENT.has(element.localName)) return ''
  const assigned = element.localName === 'slot' ? (element as HTMLSlotElement).assignedNodes() : []
  const children = assigned.length > 0 ? assigned : [...(element.shadowRoot ?? element).childNodes]
  return ` ${children.map(read).join('')} `
}

/** Compares the words of page and snapshot; null if they differ too much. */
export function differences(app: readonly string[], snapshot: readonly string[]) {
  const changes = diffArrays([...app], [...snapshot], { timeout: TIMEOUT })
  if (changes === undefined) return null
  const listed: WordDifference[] = []
  let before: string[] = []
  let open: { before: string[]; app: string[]; snapshot: string[] } | undefined
  const close = (after: string[]) => {
    if (open === undefined) return
    listed.push({
      before: open.before.slice(-AROUND).join(' '),
      app: open.app.join(' '),
      snapshot: open.snapshot.join(' '),
      after: after.slice(0, AROUND).join(' '),
    })
    open = undefined
  }
  for (const { added, removed, value } of changes) {
    if (!added && !removed) {
      close(value)
      before = value
      continue
    }
    open ??= { before, app: [], snapshot: [] }
    open[added ? 'snapshot' : 'app'].push(...value)
  }
  close([])
  return listed
}
