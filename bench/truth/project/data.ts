/**
 * The data of a page. It is a function of the id alone, so any other content of a page comes from
 * an earlier page.
 */

export interface Data {
  /** Which kind of view shows it. */
  readonly kind: string
  readonly id: number
  readonly title: string
  /** Shared by many ids: a key that is too coarse. */
  readonly group: number
  readonly locale: 'en' | 'de' | 'fr'
  readonly currency: 'EUR' | 'USD' | 'JPY'
  readonly price: number
  /** An ISO date. */
  readonly day: string
  readonly tags: readonly string[]
  /** Only rare pages have one. */
  readonly note?: string
}

const LOCALES = ['en', 'de', 'fr'] as const
const CURRENCIES = ['EUR', 'USD', 'JPY'] as const

/** One page of fifty is of another shape. */
export const isRare = (id: number): boolean => id % 50 === 17

export function dataOf(kind: string, id: number): Data {
  return {
    kind,
    id,
    title: `Title of ${id}`,
    group: id % 7,
    locale: LOCALES[id % 3] ?? 'en',
    currency: CURRENCIES[Math.floor(id / 3) % 3] ?? 'EUR',
    price: 1000.5 + id,
    day: new Date(Date.UTC(2020, id % 12, 1 + (id % 28))).toISOString().slice(0, 10),
    tags: [`tag-${id}`, `group-${id % 7}`],
    ...(isRare(id) && { note: `Note of ${id}` }),
  }
}
