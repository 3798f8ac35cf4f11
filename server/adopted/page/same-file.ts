/**
 * Whether two absolute URLs differ only in query and fragment: they then show the same document.
 */
export function isSameFile(one: string, other: string): boolean {
  const [a, b] = [new URL(one), new URL(other)]
  return a.origin === b.origin && a.pathname === b.pathname
}
