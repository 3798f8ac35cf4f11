/** Which entries a purge covers: memory, Redis and the CDN find them by the same tags. */
import { expect } from '@playwright/test'
import { type Purge, purgedTags, tagsOf } from '../../../server/cache/tags.ts'
import { suite } from '../../run/suite.ts'
import { rows } from '../helpers/rows.ts'

const test = suite('tags')

const ENTRIES: Readonly<Record<string, readonly string[]>> = {
  ajax: tagsOf({ page: '/', state: '/word/ajax' }, ['word:7', 'a%2Cb', '%F0%9F%9A%80']),
  zeus: tagsOf({ page: '/', state: '/word/zeus' }, []),
  deep: tagsOf({ page: '/b', state: '/1/2/3/4/5/6' }, []),
  bare: tagsOf({ page: '/b', state: 'bare' }, []),
  redirect: tagsOf({ page: '/b', state: 'moved' }, undefined),
}

for (const [purged, purge, covered] of rows`
  everything                       | {}                                  | ajax zeus deep bare redirect
  a page                           | {"page": "/b"}                      | deep bare redirect
  a state                          | {"state": "/word/ajax"}             | ajax
  a tag, and entries without tags  | {"tag": "word:7"}                   | ajax redirect
  a tag that headers encode        | {"tag": "a,b"}                      | ajax redirect
  a tag with a sign of two halves  | {"tag": "🚀"}                       | ajax redirect
  a folder                         | {"prefix": "/word/"}                | ajax zeus
  a prefix, as its folder          | {"prefix": "/word/a"}               | ajax zeus
  the folder of all                | {"prefix": "/"}                     | ajax zeus deep
  the fourth folder                | {"prefix": "/1/2/3/"}               | deep
  a deeper folder, as the fourth   | {"prefix": "/1/2/3/9/"}             | deep
  a prefix without a folder        | {"prefix": "ba"}                    | ajax zeus deep bare redirect
  a prefix of one page, no folder  | {"prefix": "ba", "page": "/b"}      | deep bare redirect
  the narrowest of several choices | {"tag": "word:7", "prefix": "/1/"}  | ajax redirect
`) {
  test(`a purge of ${purged} covers its entries only`, () => {
    const which = JSON.parse(purge) as Purge
    const tags = purgedTags(which, which.state === undefined ? [] : [which.state])
    const found = Object.entries(ENTRIES).filter(([, own]) => own.some((tag) => tags.includes(tag)))
    expect(found.map(([name]) => name).join(' ')).toBe(covered)
  })
}
