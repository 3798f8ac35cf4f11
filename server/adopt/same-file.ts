// Addresses of one document. In: two absolute URLs. Out: whether a page that goes from one to the other stays the page that it is.

/** Whether addresses differ in their queries and fragments only. */
export function isSameFile(one: string, other: string): boolean {
  const [a, b] = [new URL(one), new URL(other)]
  return a.origin === b.origin && a.pathname === b.pathname
}
