// What the pages of the truth bench show. The same for the same id; the ids from RARE on lack something that the others
// have, or have something that the others lack.

export interface Item {
  readonly id: number
  readonly text: string
  readonly done: boolean
}

export interface Data {
  readonly title: string
  readonly items: readonly Item[]
  readonly photo?: string
  readonly note?: string
}

/** The ids from here to STATES are of rare data. */
export const RARE = 8
export const STATES = 12

const items = (id: number, length: number): Item[] =>
  Array.from({ length }, (_, n) => ({
    id: id * 10 + n,
    text: `Item ${id}-${n}`,
    done: n === id % 3,
  }))

export function dataOf(id: number): Data {
  const title = `Title of ${id}`
  const photo = `/photos/${id}.png`
  if (id === RARE) return { title, items: items(id, 3) }
  if (id === RARE + 1) return { title, photo, items: [] }
  if (id === RARE + 2) return { title, photo, items: items(id, 2), note: `Note of ${id}` }
  if (id === RARE + 3) return { title, items: items(id, 1), note: `Note of ${id}` }
  return { title, photo, items: items(id, 2 + (id % 3)) }
}
