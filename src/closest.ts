// Finds the name that a misspelt one means, for messages.

/**
 * Returns ` (did you mean "port"?)` for `prot`, or `''`. One letter of three may be wrong, missing,
 * extra, or swapped with the next.
 */
export function didYouMean(word: string, names: readonly string[]): string {
  const near = names
    .filter(({ length }) => word.length < 2 * length + 3)
    .map((name) => ({ name, faults: faultsBetween(word.toLowerCase(), name.toLowerCase()) }))
    .filter(({ name, faults }) => faults * 3 <= Math.max(name.length, 3))
    .sort((one, other) => one.faults - other.faults)
  return near[0] ? ` (did you mean "${near[0].name}"?)` : ''
}

/** The end of a message about an unknown name: the nearest name, or all names. */
export const meant = (given: string, names: readonly string[]): string =>
  didYouMean(given, names) || `: there are ${names.join(', ') || 'none'}`

function faultsBetween(word: string, name: string): number {
  const rows = [Array.from({ length: name.length + 1 }, (_, count) => count)]
  const faultsAt = (row: number, column: number) => rows[row]?.[column] ?? Number.POSITIVE_INFINITY
  for (let row = 1; row <= word.length; row++) {
    const faults = [row]
    rows.push(faults)
    for (let column = 1; column <= name.length; column++) {
      const isSame = word[row - 1] === name[column - 1]
      const isSwap = word[row - 1] === name[column - 2] && word[row - 2] === name[column - 1]
      faults[column] = Math.min(
        faultsAt(row - 1, column) + 1,
        faultsAt(row, column - 1) + 1,
        faultsAt(row - 1, column - 1) + (isSame ? 0 : 1),
        isSwap ? faultsAt(row - 2, column - 2) + 1 : Number.POSITIVE_INFINITY,
      )
    }
  }
  return faultsAt(word.length, name.length)
}
