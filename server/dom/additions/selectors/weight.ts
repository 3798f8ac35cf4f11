/**
 * Computes specificity for happy-dom's cascade: hundreds for ids, tens for classes, ones for names.
 * https://drafts.csswg.org/selectors-4/#specificity-rules
 */
import type { Argument, Complex } from './grammar.ts'

const FREE = new Set(['-always', '-html', '-html-document', '-no-namespace', '-unless', 'scope'])

export function weightOf(parts: Complex): number {
  let weight = 0
  for (const part of parts) {
    if (part.type === 'tag') weight += 1
    else if (part.type === 'attribute')
      weight += part.name === 'id' && part.action === 'equals' ? 100 : 10
    else if (part.type === 'pseudo') weight += weightOfPseudo(part.name, part.data)
  }
  return weight
}

function weightOfPseudo(name: string, data: unknown): number {
  if (FREE.has(name)) return 0
  const list = Array.isArray(data) ? (data as Complex[]) : (data as Partial<Argument> | null)?.list
  const heaviest = Math.max(0, ...(list ?? []).map(weightOf))
  const isPlain = name === '-any' || name === '-none' || name === 'has'
  return isPlain ? heaviest : 10 + heaviest
}
