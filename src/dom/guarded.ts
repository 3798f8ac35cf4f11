// Finds out whether a state has guards, so that its address waits for them.

import type { Table } from '../table.ts'

/** Whether any route of a state has a guard. */
export const isGuarded = ({ all, match }: Table, state: string): boolean =>
  all.get(match(state)?.name ?? '')?.chain.some(({ options }) => options.guard) ?? false
