// Where two texts begin to differ, for the log. In: what was expected and what was found, which are not the same. Out: both, as
// far as they are around that place.

/** How many characters around a difference are shown. */
const AROUND = 40

/** The first difference of two texts, with what is around it. */
export function whereTheyDiffer(expected: string, found: string): string {
  let at = 0
  while (expected[at] === found[at]) at += 1
  const around = (text: string) => JSON.stringify(text.slice(Math.max(0, at - AROUND), at + AROUND))
  return `${around(found)} instead of ${around(expected)}`
}
