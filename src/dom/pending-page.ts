// Builds the page that appears during loading, with the new route's `pending` view. Loaded late.

import type { Page } from '../page.ts'
import type { AnyTable } from '../table.ts'

/** Returns null when no route has a `pending` view. */
export async function pendingPage(
  table: AnyTable,
  state: string,
  shown: Page | null,
): Promise<Page | null> {
  const match = table.match(state)
  const chain = (match && table.all.get(match.name)?.chain) ?? []
  const depth = chain.findLastIndex(({ options }) => options.pending)
  const pending = (chain[depth]?.options ?? table.options).pending
  if (!match || !pending) return null
  const view = (await pending()).default
  const { name, params, search } = match
  const outerRoutes = chain.slice(0, Math.max(depth, 0)).filter(({ options }) => options.view)
  const outerLevels = shown?.levels.slice(0, outerRoutes.length) ?? []
  const same = outerRoutes.every((route, index) => route.name === outerLevels[index]?.name)
  const level = { name, params, search, data: undefined, view }
  return {
    type: 'page',
    status: 200,
    state,
    anchor: null,
    head: shown?.head ?? {},
    levels: same ? [...outerLevels, level] : [level],
  }
}
