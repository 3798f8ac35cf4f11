// Whether a state has guards, so that its address should wait for them. In: a table, a state.

import type { Table } from '../define-routes.ts'

/** Whether any route that a state is in has a guard. */
export const isGuarded = ({ all, match }: Table, state: string): boolean =>
  all.get(match(state)?.name ?? '')?.chain.some(({ options }) => options.guard) ?? false
