// Makes the key of a snapshot, for every tier of the cache. The handler calls it.

export interface CacheKey {
  readonly key: string
  readonly page: string
  /** `''` if the page's URL has none. */
  readonly query: string
  readonly state: string
  /** Whether it keeps its scripts, for everyone and not for crawlers. */
  readonly live: boolean
  /** Whether its shadow trees are in place, not declared. */
  readonly inPlace: boolean
  readonly markdown: boolean
  /** True: never cached, since clients can invent any number of such addresses. */
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

export const inPlaceOf = ({ page, query, state, once }: CacheKey): CacheKey =>
  cacheKeyOf(page, query, state, { live: true, inPlace: true, once: once === true })
