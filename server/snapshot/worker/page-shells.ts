// Holds the shell of each page, parsed once per change. A page without a shell gets a bare one.

import { BARE_SHELL, planOf, type ShellPlan } from '../../dom/index.ts'

export interface PageShells {
  of(page: string): ShellPlan
  tell(page: string, html: string): void
}

export function createPageShells(): PageShells {
  const plans = new Map<string, ShellPlan>()
  const bare = planOf(BARE_SHELL)
  return {
    of: (page) => plans.get(page) ?? bare,
    tell: (page, html) => void plans.set(page, planOf(html)),
  }
}
