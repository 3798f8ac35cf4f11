// Makes the key of a snapshot, for every tier of the cache. The handler calls it.

export interface CacheKey {
  readonly key: string
  readonly page: string
  /** `''` if the page's URL has none. */
  readonly query: string
  readonly state: string
  /** True: for people, with the app's scripts. False: for crawlers, without. */
  readonly live: boolean
  /** True: shadow trees are flattened, for requests of scripts. False: declared as templates. */
  readonly inPlace: boolean
  readonly markdown: boolean
  /** True: never stored, since clients can invent any number of such addresses. */
  readonly uncacheable?: boolean
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
    uncacheable = false,
  }: Partial<Pick<CacheKey, 'live' | 'inPlace' | 'markdown' | 'uncacheable'>> = {},
): CacheKey => ({
  key: `${markdown ? 'md ' : inPlace ? 'in place ' : live ? 'live ' : ''}${page}${query === '' ? '' : `?${query}`}#!${state}`,
  ...{ page, query, state, live, inPlace, markdown, uncacheable },
})

export const inPlaceOf = ({ page, query, state, uncacheable }: CacheKey): CacheKey =>
  cacheKeyOf(page, query, state, { live: true, inPlace: true, uncacheable: uncacheable === true })
