/** Mistakes that are found when a table is made or asked for a link, in Node: the stack names the author's line. */
import { expect, test } from '@playwright/test'
import { defineRoutes, html, route } from 'hashbang-router'
import { holds, type Mistake } from './mistake.ts'

const PLACE = /\bat .*table\.spec\.ts:\d+/

const MISTAKES: readonly (Mistake & { readonly run: () => unknown })[] = [
  {
    what: 'a pattern with #!',
    run: () => defineRoutes({ word: route('#!/word/:lemma' as string) }),
    name: 'HB001: Cannot parse pattern',
    value: '  #!/word/:lemma\n  ^',
    remedy: 'remove "#!"',
    place: PLACE,
  },
  {
    what: 'a route that is never reached',
    run: () => defineRoutes({ a: route('/x/:y'), b: route('/x/:z') }),
    name: 'HB002: "b" (/x/:z) is never reached',
    value: '"a" (/x/:y) matches all of its states first',
    remedy: 'Change one of the patterns',
    place: PLACE,
  },
  {
    what: 'a route that is none',
    run: () => defineRoutes({ shop: '/shop' as never }),
    name: 'HB003: "shop" is no route',
    value: '"/shop"',
    remedy: `write shop: route('/pattern'`,
    place: PLACE,
  },
  {
    what: 'a link to a route that there is not',
    run: () => defineRoutes({ home: route(''), word: route('/w/:x') }).href('wrod' as never),
    name: 'HB006: No route is named "wrod"',
    value: '"wrod"',
    remedy: 'there are "home", "word"',
    place: PLACE,
  },
  {
    what: 'a link without a param',
    run: () => defineRoutes({ word: route('/w/:x') }).href('word', {} as never),
    name: 'HB007: Cannot build a link to "word" (/w/:x): ":x"',
    value: 'is undefined',
    remedy: 'Pass a text',
    place: PLACE,
  },
  {
    what: 'a search validator that waits',
    run: () =>
      defineRoutes({
        s: route('/s', {
          search: {
            '~standard': { version: 1, vendor: 'slow', validate: async () => ({ value: {} }) },
          } as never,
        }),
      }).match('/s'),
    name: 'HB008: A search validator must be synchronous',
    value: 'the one of slow',
    remedy: 'put asynchronous checks into the guard',
    place: PLACE,
  },
  {
    what: 'a value in an event handler',
    run: () => html(Object.assign(['<a onclick="', '">x</a>'], { raw: [] }), 'x'),
    name: 'HB009: html',
    value: '<a onclick="',
    remedy: 'Put the value between tags, or into a quoted attribute',
    place: PLACE,
  },
]

for (const { run, ...mistake } of MISTAKES) {
  test(`${mistake.what} is an error that says what to do`, () => {
    let thrown: unknown
    try {
      run()
    } catch (error) {
      thrown = error
    }
    expect(thrown).toBeInstanceOf(Error)
    holds((thrown as Error).stack ?? '', mistake)
  })
}
