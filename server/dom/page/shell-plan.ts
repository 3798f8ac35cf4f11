/**
 * Parses a shell once a worker, for all its pages: nodes by number, the outlet, and head tags that
 * occur once.
 */
import { tagKey } from '../../html/head-tags.ts'
import {
  isOutlet,
  isShellElement,
  nodesOf,
  type ShellElement,
  type ShellNode,
  withAllTags,
} from '../../html/shell-tree.ts'

export interface ShellPlan {
  /** With all tags. */
  readonly text: string
  readonly nodes: readonly ShellNode[]
  readonly children: readonly (readonly number[])[]
  readonly html: number
  readonly head: number
  readonly body: number
  readonly outlet: number
  /** The number of the first head element of each key. */
  readonly keyed: ReadonlyMap<string, number>
}

export const BARE_SHELL =
  '<!doctype html><html><head></head><body><hashbang-outlet></hashbang-outlet></body></html>'

/** @throws When the shell has no outlet. */
export function planOf(html: string): ShellPlan {
  const text = withAllTags(html)
  const nodes = nodesOf(text)
  const numbers = new Map(nodes.map((node, number) => [node, number]))
  const numberOf = (name: string) => nodes.findIndex((node) => node.nodeName === name)
  const head = numberOf('head')
  const children = nodes.map((node) =>
    isShellElement(node) ? node.childNodes.map((child) => numbers.get(child) as number) : [],
  )
  const keyed = new Map<string, number>()
  for (const number of children[head] ?? []) {
    const key = keyOf(nodes[number] as ShellNode)
    if (key !== undefined && !keyed.has(key)) keyed.set(key, number)
  }
  const outlet = nodes.findIndex(isOutlet)
  if (outlet < 0) throw new TypeError('The shell has no <hashbang-outlet>')
  return {
    text,
    nodes,
    children,
    html: numberOf('html'),
    head,
    body: numberOf('body'),
    outlet,
    keyed,
  }
}

const attributesOf = ({ attrs }: ShellElement): Record<string, string> =>
  Object.fromEntries(attrs.map(({ name, value }) => [name, value]))

function keyOf(node: ShellNode): string | undefined {
  if (!isShellElement(node) || !['title', 'meta', 'link'].includes(node.tagName)) return undefined
  return tagKey({ name: node.tagName, attributes: attributesOf(node) })
}
