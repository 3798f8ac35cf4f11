// What to show while a page is loaded. In: a table, the state to come, the page that is shown. Out: that
// page with the view that stands in for the new one, as far in as both pages have the same routes.

import type { Table } from '../define-routes.ts'
import type { Page } from '../page.ts'

/** Gives the page with the `pending` view for a state; null when no route has one. */
export async function pendingPage(
  table: Table,
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
  const outer = chain.slice(0, Math.max(depth, 0)).filter(({ options }) => options.view)
  const kept = shown?.levels.slice(0, outer.length) ?? []
  const same = outer.every((route, index) => route.name === kept[index]?.name)
  const level = { name, params, search, data: undefined, view }
  return {
    ...{ type: 'page', status: 200, state, anchor: null, head: shown?.head ?? {} },
    levels: same ? [...kept, level] : [level],
  }
}
