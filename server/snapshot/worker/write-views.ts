// Writes what the views of a page show: the content of their outlet, and their changes outside of
// it. The stage "write" of table-stages.ts calls it.

import type { HashbangOutlet } from '../../../src/dom/outlet.ts'
import type { Page } from '../../../src/page.ts'
import { diagnosis } from '../../diagnostics/diagnosis.ts'
import { type PageContext, type PageDocument, usesStyles } from '../../dom/index.ts'
import { type InnerElement, type InnerNode, S } from '../../dom/internals.ts'
import { showsNothing } from '../../html/shown-text.ts'
import { type ShellChanges, shellChanges } from '../document/shell-changes.ts'
import { serializeChildren } from '../serialize/index.ts'
import { StyleScope } from '../serialize/scope.ts'
import { SerializeError, type SerializeOptions } from '../serialize/serialize-options.ts'

export interface WrittenViews extends ShellChanges {
  readonly body: string
  /** The rules of its shadow trees, as `<style>` elements. */
  readonly sheets: string
}

export const textOnly = (body: string): WrittenViews => ({
  ...{ body, sheets: '', edits: [], tags: undefined, refused: [] },
})

/** @throws {SerializeError} For a tree that is unsafe as HTML. Any other is shown closely. */
export function writeViews(
  outlet: HashbangOutlet,
  document: PageDocument,
  { styles }: Pick<PageContext, 'styles'>,
  options: Pick<SerializeOptions, 'shadow' | 'omit'>,
): WrittenViews {
  const scope = new StyleScope(styles.size > 0 || usesStyles())
  const { body, why } = contentOf(outlet, { ...options, scope })
  const { edits, tags, refused } = shellChanges(document, options) ?? textOnly('')
  const all = [...why, ...scope.refused, ...refused]
  return { body, sheets: scope.html(), edits, tags, refused: all }
}

function contentOf(outlet: HashbangOutlet, options: SerializeOptions) {
  try {
    return { body: serializeChildren(outlet, options), why: [] }
  } catch (error) {
    if (!(error instanceof SerializeError) || error.html === undefined) throw error
    return { body: error.html, why: [error.message] }
  }
}

export const isEmpty = ({ body, edits }: WrittenViews): boolean =>
  [{ html: body }, ...edits].every(({ html }) => showsNothing(html))

/** Names the level that is missing: the view around it shows no outlet. */
export function cutLevel(outlet: HashbangOutlet, { levels, error }: Page): readonly string[] {
  if (levels.length < 2 || error !== undefined) return []
  const [outer, inner] = levels.slice(outletsIn(outlet as unknown as InnerElement) - 1)
  return outer && inner ? [diagnosis('HB121', outer.name, inner.name)] : []
}

/** The depth of nested outlets, through shadow trees. */
function outletsIn(node: InnerNode): number {
  const inside = [...node[S.elementArray], ...(node[S.shadowRoot]?.[S.elementArray] ?? [])]
  const deepest = inside.reduce((most, child) => Math.max(most, outletsIn(child)), 0)
  return deepest + ((node as InnerElement)[S.localName] === 'hashbang-outlet' ? 1 : 0)
}
