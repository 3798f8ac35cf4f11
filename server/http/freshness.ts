// How long others may keep an answer, as Cache-Control says it. In: times. Out: the value of the field.
// RFC 9111, 5.2.2; RFC 5861, 3 and 4

// What was written last: requests of one second mostly want the same words.
const written = { fresh: -1, stale: -1, text: '' }

/**
 * How long a client and what is between may keep an answer, of its age now; all in ms. What is left is said, and no `Age` beside the
 * whole: caches that do not heed that field, as nginx's, would count from when they got it.
 */
export function freshness(maxAge: number, age: number, staleFor: number): string {
  // Not `s-maxage`: it forbids to answer what is stale (RFC 9111 section 5.2.2.10).
  if (maxAge < 1000) return 'no-cache'
  // Up, as a page that is fresh for a second would else never be kept by anyone.
  const fresh = Math.max(0, Math.ceil((maxAge - age) / 1000))
  // Of what is stale already a part has gone, or each cache on the way would add the whole.
  const stale = Math.max(0, Math.floor((staleFor - Math.max(0, age - maxAge)) / 1000))
  if (written.fresh === fresh && written.stale === stale) return written.text
  const text =
    stale > 0
      ? `max-age=${fresh}, stale-while-revalidate=${stale}, stale-if-error=${stale}`
      : `max-age=${fresh}`
  Object.assign(written, { fresh, stale, text })
  return text
}
