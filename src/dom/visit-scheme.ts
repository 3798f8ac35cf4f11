// Where a visit keeps its states. In: a table, and the path that the visit begins at. Out: the scheme that all of its links
// have: the readable one where it began at such an address, else the table's own.

import type { Table } from '../define-routes.ts'
import type { Scheme } from '../scheme.ts'

/** Gives the scheme of the visit that begins here. */
export function visitScheme({ options, scheme, match }: Table): Scheme {
  const own = scheme.among ? scheme.among(match) : scheme
  return options.readable?.from(location.pathname, own) ?? own
}
