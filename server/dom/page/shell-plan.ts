/** Parses a shell once a worker, for all its pages. */
import { shellKey } from '../../html/head-tags.ts'
import {
  isOutlet,
  isShellElement,
  nodesOf,
  type ShellElement,
  type ShellNode,
  withAllTags,
} from '../../html/shell-tree.ts'

export interface ShellPlan {
  /** The shell with all its tags. */
  readonly text: string
  readonly doctype: ShellNode | undefined
  readonly html: ShellElement
  readonly head: ShellElement
  readonly body: ShellElement
  readonly outlet: ShellElement
  /** The first head element of each key. */
  readonly keyed: ReadonlyMap<string, ShellElement>
}

export const BARE_SHELL =
  '<!doctype html><html><head></head><body><hashbang-outlet></hashbang-outlet></body></html>'

/** @throws When the shell has no outlet. */
export function planOf(html: string): ShellPlan {
  const markup = withAllTags(html)
  const nodes = nodesOf(markup)
  const named = (name: string) => nodes.find(({ nodeName }) => nodeName === name) as ShellElement
  const head = named('head')
  const outlet = nodes.find(isOutlet) as ShellElement | undefined
  if (outlet === undefined) throw new TypeError('The shell has no <hashbang-outlet>')
  const keyed = new Map<string, ShellElement>()
  for (const element of head.childNodes.filter(isShellElement)) {
    const key = shellKey(element)
    if (key !== undefined && !keyed.has(key)) keyed.set(key, element)
  }
  const doctype = nodes.find(({ nodeName }) => nodeName === '#documentType')
  return { text: markup, doctype, html: named('html'), head, body: named('body'), outlet, keyed }
}
