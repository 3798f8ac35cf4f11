// Reads and checks the index.html of an app, for the start of a site and for Vite. Workers write
// pages into it.

import { inFragment, type Scheme } from '../../src/scheme.ts'
import { readableRewrite } from '../html/readable-links.ts'
import { rewriteLinks } from '../html/rewrite-links.ts'
import {
  attributeOf,
  isFragmentTag,
  isOutlet,
  isShellElement,
  nodesOf,
  type ShellNode,
} from '../html/shell-tree.ts'
import { ConfigError } from './check-settings.ts'

export interface Shell {
  readonly html: string
  readonly hasFragmentTag: boolean
  readonly isAdopted?: boolean
}

/** Levels of elements. Workers walk trees by recursion. */
const MOST_DEPTH = 1000

/** @param file For messages. @throws {ConfigError} Without exactly one outlet, or if too deep. */
export function readShell(markup: string, file = 'The shell'): Shell {
  const html = withoutMark(markup)
  const nodes = nodesOf(html)
  const depth = depthOf(nodes)
  if (depth > MOST_DEPTH)
    throw new ConfigError(
      `${file} has elements in ${depth} levels, and snapshots are made of ${MOST_DEPTH} at most: add missing end tags, such as </div>, or nest fewer elements`,
    )
  const outlets = nodes.filter(isOutlet)
  const [outlet] = outlets
  if (outlet === undefined)
    throw new ConfigError(
      `${file} has no <hashbang-outlet>: add the line <hashbang-outlet></hashbang-outlet> to its <body>, where your pages should appear`,
    )
  if (outlets.length > 1)
    throw new ConfigError(
      `${file} has ${outlets.length} <hashbang-outlet>s: keep one; an outlet for nested routes belongs into the view around them`,
    )
  const tags = outlet.sourceCodeLocation
  if (!tags || !('endTag' in tags) || !tags.endTag)
    throw new ConfigError(
      'The <hashbang-outlet> of the shell has no end tag: write <hashbang-outlet></hashbang-outlet>',
    )
  return { html, hasFragmentTag: nodes.some(isFragmentTag) }
}

/** @param nodes In tree order. */
function depthOf(nodes: readonly ShellNode[]): number {
  const depths = new Map<unknown, number>()
  let deepest = 0
  for (const node of nodes) {
    const depth = (depths.get(node.parentNode) ?? 0) + 1
    depths.set(node, depth)
    deepest = Math.max(deepest, depth)
  }
  return deepest
}

/**
 * Makes relative URLs work from every path, unless states are in the fragment.
 * @param pageUrl The page of the build. @throws As `readShell`.
 */
export function shellAt(
  html: string,
  file: string,
  scheme: Scheme | undefined,
  pageUrl: string,
): Shell {
  const isBuilt = scheme === undefined || inFragment(scheme)
  return readShell(isBuilt ? html : rewriteLinks(html, readableRewrite(new Map(), pageUrl)), file)
}

export function adoptedShell(markup: string): Shell {
  const html = withoutMark(markup)
  return { html, hasFragmentTag: nodesOf(html).some(isFragmentTag), isAdopted: true }
}

/** Browsers drop the byte order mark. Parsers take it for text before the doctype. */
const withoutMark = (markup: string): string => markup.replace(/^\ufeff/, '')

export const moduleScripts = (html: string): string[] =>
  nodesOf(html)
    .filter(isShellElement)
    .filter((element) => element.tagName === 'script' && attributeOf(element, 'type') === 'module')
    .flatMap((element) => attributeOf(element, 'src') ?? [])
