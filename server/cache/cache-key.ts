// Makes the key of a snapshot, for every tier of the cache. The handler calls it.

/**
 * The form of a page. `crawler`: HTML without scripts, of an ugly URL. `people`: HTML that the app
 * takes over, with shadow trees as templates. `in-place`: the same for requests of scripts, with
 * shadow trees flattened.
 */
export type PageForm = 'crawler' | 'people' | 'in-place' | 'markdown'

/** Whether the app takes the page over. */
export const isForPeople = (form: PageForm): boolean => form === 'people' || form === 'in-place'

export interface CacheKey {
  readonly key: string
  readonly page: string
  /** `''` if the page's URL has none. */
  readonly query: string
  readonly state: string
  readonly form: PageForm
  /** True: never stored, since clients can invent any number of such addresses. */
  readonly uncacheable?: boolean
}

/** No part can contain the separator. */
export const cacheKeyOf = (
  page: string,
  query: string,
  state: string,
  form: PageForm = 'crawler',
): CacheKey => ({
  key: `${form === 'crawler' ? '' : `${form} `}${page}${query === '' ? '' : `?${query}`}#!${state}`,
  page,
  query,
  state,
  form,
})

export const inForm = (address: CacheKey, form: PageForm): CacheKey => ({
  ...address,
  ...cacheKeyOf(address.page, address.query, address.state, form),
})
