// Writes Cache-Control for an answer's age. RFC 9111, 5.2.2; RFC 5861, 3 and 4

/**
 * How long clients and caches may keep an answer of this age; all in ms. Writes the remaining time
 * instead of `Age`: caches that ignore `Age`, such as nginx's, would count from their own receipt.
 */
export function freshness(maxAge: number, age: number, staleFor: number): string {
  // Not `s-maxage`: it forbids stale answers (RFC 9111 section 5.2.2.10).
  if (maxAge < 1000) return 'no-cache'
  // Rounds up, or no cache would keep a page that is fresh for a second.
  const fresh = Math.max(0, Math.ceil((maxAge - age) / 1000))
  // Subtracts the stale time already used, or each cache on the way would add the whole.
  const stale = Math.max(0, Math.floor((staleFor - Math.max(0, age - maxAge)) / 1000))
  return stale > 0
    ? `max-age=${fresh}, stale-while-revalidate=${stale}, stale-if-error=${stale}`
    : `max-age=${fresh}`
}
