/** Collects the reasons why the process must be replaced: it opens no other page. */

import { isBackground } from './background.ts'

const reasons = new Set<string>()

/** Work of an ended page may add to them. */
export const retireReasons = (): readonly string[] => [...reasons]

export function retireProcess(reason: string): void {
  reasons.add(reason)
}

let hasStarted = false
let isPageOpen = false

export function markOpen(isOpen: boolean): void {
  isPageOpen = isOpen
}

/** From now on code that runs without a page is late. */
export function endStart(): void {
  hasStarted = true
}

/** Whether the code is of a page that has ended; the process is then retired. */
export function isLate(): boolean {
  if (!hasStarted || isPageOpen || isBackground()) return false
  retireProcess('it still worked after its end')
  return true
}
