/** What pages left that ends the worker: it shows no other page. */

const reasons = new Set<string>()

export const dirtyReasons = (): readonly string[] => [...reasons]

export function markDirty(what: string): void {
  reasons.add(what)
}
