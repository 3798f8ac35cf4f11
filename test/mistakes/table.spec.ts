/** Mistakes that are found when a table is made or asked for a link, in Node: the stack names the author's line. */
import { execFileSync } from 'node:child_process'
import { test } from '@playwright/test'
import { holds, type Mistake } from './mistake.ts'

const PLACE = /\bat .*\[eval1\]:\d+/

const MISTAKES: readonly (Mistake & { readonly code: string })[] = [
  {
    what: 'a pattern with #!',
    code: `defineRoutes({ word: route('#!/word/:lemma') })`,
    name: 'HB001: Cannot parse pattern',
    value: '  #!/word/:lemma\n  ^',
    remedy: 'leave out "#!"',
    place: PLACE,
  },
  {
    what: 'a route that is never reached',
    code: `defineRoutes({ a: route('/x/:y'), b: route('/x/:z') })`,
    name: 'HB002: "b" (/x/:z) is never reached',
    value: '"a" (/x/:y) takes all of its states',
    remedy: 'Give one of them another pattern',
    place: PLACE,
  },
  {
    what: 'a route that is none',
    code: `defineRoutes({ shop: '/shop' })`,
    name: 'HB003: "shop" is no route',
    value: '"/shop"',
    remedy: `write shop: route('/pattern'`,
    place: PLACE,
  },
  {
    what: 'a link to a route that there is not',
    code: `defineRoutes({ home: route(''), word: route('/w/:x') }).href('wrod')`,
    name: 'HB006: No route is named "wrod"',
    value: '"wrod"',
    remedy: 'there are "home", "word"',
    place: PLACE,
  },
  {
    what: 'a link without a param',
    code: `defineRoutes({ word: route('/w/:x') }).href('word', {})`,
    name: 'HB007: Cannot write "word" (/w/:x): ":x"',
    value: 'is undefined',
    remedy: 'Give it a text',
    place: PLACE,
  },
  {
    what: 'a search validator that waits',
    code: `defineRoutes({ s: route('/s', { search: { '~standard': { version: 1, vendor: 'slow', validate: async () => ({ value: {} }) } } }) }).match('/s')`,
    name: 'HB008: A search validator must be synchronous',
    value: 'that of slow',
    remedy: 'check what needs waiting for in the guard',
    place: PLACE,
  },
  {
    what: 'a value in an event handler',
    code: `html(Object.assign(['<a onclick="', '">x</a>'], { raw: [] }), 'x')`,
    name: 'HB009: html',
    value: '<a onclick="',
    remedy: 'Put it between tags, or into an attribute with quotes',
    place: PLACE,
  },
]

for (const mistake of MISTAKES) {
  test(`${mistake.what} is an error that says what to do`, () => {
    const script = `import { defineRoutes, html, route } from 'hashbang-router'
try {
  ${mistake.code}
} catch (error) {
  console.log(error.stack)
}`
    const args = ['--input-type=module', '-e', script]
    holds(execFileSync(process.execPath, args, { encoding: 'utf8' }), mistake)
  })
}
