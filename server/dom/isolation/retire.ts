/** Collects the reasons why the process must be replaced: it opens no other page. */

import { isBackground } from './background.ts'
import { PageState } from './page-state.ts'

const reasons = new Set<string>()

/** Work of an ended page may add to them. */
export const retireReasons = (): readonly string[] => [...reasons]

export function retireProcess(reason: string): void {
  reasons.add(reason)
}

/** Whether the code is of a page that has ended; the process is then retired. */
export function isLate(): boolean {
  if (PageState.current.stage !== 'over' || isBackground()) return false
  retireProcess('it still worked after its end')
  return true
}
