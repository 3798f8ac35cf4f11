// Reads, writes and empties the outlet of a page, for the stage "write" of table-stages.ts.

import type { HashbangOutlet } from '../../../src/dom/outlet.ts'
import type { Page } from '../../../src/page.ts'
import { diagnosis } from '../../diagnostics/diagnosis.ts'
import { retireProcess } from '../../dom/index.ts'
import { S } from '../../dom/internals.ts'
import { serializeContent } from '../serialize/index.ts'
import { SerializeError, type SerializeOptions } from '../serialize/serialize-options.ts'
import { errorText } from './error-text.ts'

/** @throws {SerializeError} For an unsafe tree. Any other is shown closely, with the cause. */
export function contentOf(outlet: HashbangOutlet, options: SerializeOptions) {
  try {
    return { html: serializeContent(outlet, options), why: [] }
  } catch (error) {
    if (!(error instanceof SerializeError) || error.html === undefined) throw error
    return { html: error.html, why: [error.message] }
  }
}

/** Names the level that is missing: the view around it shows no outlet. */
export function cutLevel(outlet: HashbangOutlet, { levels, error }: Page): readonly string[] {
  if (levels.length < 2 || error !== undefined) return []
  const [outer, inner] = levels.slice(outletsIn(outlet) - 1)
  return outer && inner ? [diagnosis('HB121', outer.name, inner.name)] : []
}

/** The depth of nested outlets, through shadow trees. */
function outletsIn(node: Node): number {
  const inside = [...node[S.elementArray], ...(node[S.shadowRoot]?.[S.elementArray] ?? [])]
  const deepest = inside.reduce((most, child) => Math.max(most, outletsIn(child)), 0)
  return deepest + ((node as Element)[S.localName] === 'hashbang-outlet' ? 1 : 0)
}

/** While the document is whole. If a view throws, the state of its library is unknown. */
export async function unmount(outlet: HashbangOutlet): Promise<void> {
  outlet.page = null
  outlet.showNow()
  try {
    await outlet.updateComplete
  } catch (error) {
    retireProcess(`a view that could not be unmounted (${errorText(error)})`)
  }
}
