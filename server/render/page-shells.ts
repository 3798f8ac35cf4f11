// The shells that a worker shows its pages in. In: HTML by page, told anew when it has changed. Out: the shell of a page,
// read once; a bare one for a page of which nothing was told.

import { BARE_SHELL, planOf, type ShellPlan } from '../happy-dom/index.ts'

/** Shells by the path of their page. */
export interface PageShells {
  of(page: string): ShellPlan
  tell(page: string, html: string): void
}

/** Makes what keeps them. */
export function createPageShells(): PageShells {
  const plans = new Map<string, ShellPlan>()
  const bare = planOf(BARE_SHELL)
  return {
    of: (page) => plans.get(page) ?? bare,
    tell: (page, html) => void plans.set(page, planOf(html)),
  }
}
