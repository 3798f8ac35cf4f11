// Chooses the scheme of a visit's links: the readable one if it began at a readable address, else
// the table's.

import type { Table } from '../table.ts'
import type { TableScheme } from './history/address.ts'

export function visitScheme({ options, scheme, match }: Table): TableScheme {
  const own = scheme.among ? scheme.among(match) : scheme
  return { ...(options.readable?.from(location.pathname, own) ?? own), match }
}

/** Whether the addresses of a visit are readable ones. */
export const isReadable = (scheme: TableScheme): boolean => 'prefix' in scheme
