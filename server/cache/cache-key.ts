// Makes the key of a snapshot, for every tier of the cache. The handler calls it.

export interface CacheKey {
  /** All fields below as one unique string. */
  readonly key: string
  readonly page: string
  /** The page's own query; `''` if none. */
  readonly query: string
  readonly state: string
  /** Whether it keeps its scripts: a page for everyone, not for crawlers. */
  readonly live: boolean
  /** Whether a page for everyone has its shadow trees in place, instead of declared. */
  readonly inPlace: boolean
  readonly markdown: boolean
  /** Whether it is never cached: clients can invent any number of such addresses. */
  readonly once?: boolean
}

/** No part can contain the separator. */
export const cacheKeyOf = (
  page: string,
  query: string,
  state: string,
  {
    live = false,
    inPlace = false,
    markdown = false,
    once = false,
  }: Partial<Pick<CacheKey, 'live' | 'inPlace' | 'markdown' | 'once'>> = {},
): CacheKey => ({
  key: `${markdown ? 'md ' : inPlace ? 'in place ' : live ? 'live ' : ''}${page}${query === '' ? '' : `?${query}`}#!${state}`,
  ...{ page, query, state, live, inPlace, markdown, once },
})

/** The same page with its shadow trees in place. */
export const inPlaceOf = ({ page, query, state, once }: CacheKey): CacheKey =>
  cacheKeyOf(page, query, state, { live: true, inPlace: true, once: once === true })
