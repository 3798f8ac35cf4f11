/** Mistakes that are found when a table is made or asked for a link, in Node: the stack names the author's line. */
import { expect, test } from '@playwright/test'
import { defineRoutes, html, route } from 'hashbang-router'
import { holds } from './mistake.ts'

const slow = { '~standard': { version: 1, vendor: 'slow', validate: async () => ({ value: {} }) } }
const faulty = { view: Promise.resolve({}) as never }
const words = () => defineRoutes({ home: route(''), word: route('/w/:x') })

/** By what is done wrong: the act, and what is said of it. */
const MISTAKES: Readonly<Record<string, readonly [act: () => unknown, ...says: string[]]>> = {
  'a pattern with #!': [
    () => defineRoutes({ word: route('#!/word/:lemma' as string) }),
    ...['HB001: Cannot parse pattern', '  #!/word/:lemma\n  ^', 'remove "#!"'],
  ],
  'a route that is never reached': [
    () => defineRoutes({ a: route('/x/:y'), b: route('/x/:z') }),
    'HB002: "b" (/x/:z) is never reached',
    ...['"a" (/x/:y) matches all of its states first', 'Change one of the patterns'],
  ],
  'a route that is none': [
    () => defineRoutes({ shop: '/shop' as never }),
    ...['HB003: "shop" is no route', '"/shop"', `write shop: route('/pattern'`],
  ],
  'a link to a route that there is not': [
    () => words().href('wrod' as never),
    ...['HB006: No route is named "wrod"', 'did you mean "word"?', 'there are "home", "word"'],
  ],
  'a link without a param': [
    () => words().href('word', {} as never),
    ...['HB007: Cannot build a link to "word" (/w/:x): ":x"', 'is undefined', 'Pass a text'],
  ],
  'a search validator that waits': [
    () => defineRoutes({ s: route('/s', { search: slow as never }) }).match('/s'),
    ...['HB008: A search validator must be synchronous', 'the one of slow'],
    'put asynchronous checks into the guard',
  ],
  'an option of a route with a slip': [
    () => defineRoutes({ word: route('/w', { haed: () => ({ title: 'x' }) } as object) }),
    ...['HB018: "haed" of "word"', 'no option of a route', 'did you mean "head"?'],
  ],
  'a view that is imported at once': [
    () => defineRoutes({ a: route('/a', { children: () => ({ b: route('/b', faulty) }) }) }),
    ...['HB018: "view" of "a.b"', 'is a promise', "such as view: () => import('./view.ts')"],
  ],
  'a value in an event handler': [
    () => html(Object.assign(['<a onclick="', '">x</a>'], { raw: [] }), 'x'),
    ...['HB009: html', '<a onclick="', 'Put the value between tags, or into a quoted attribute'],
  ],
}

for (const [what, [act, ...says]] of Object.entries(MISTAKES))
  test(`${what} is an error that says what to do`, () => {
    let thrown: unknown
    try {
      act()
    } catch (error) {
      thrown = error
    }
    expect(thrown).toBeInstanceOf(Error)
    holds((thrown as Error).stack ?? '', { what, says: [...says, 'table.spec.ts:'] })
  })
