/**
 * The syntax of patterns: the message for each fault, and its place. route-index.test.ts has the
 * matches of patterns.
 */
import '../../src/texts.ts'
import { doesNotThrow, equal, ok } from 'playwright-test/taps'
import { parsePattern } from '../../src/pattern.ts'
import { suite } from '../run/suite.ts'

const test = suite('pattern')

const TAKES_TOO = '":x?" can match this too'
const FAULTS: [pattern: string, index: number, problem: string][] = [
  ['/a/:x:y', 5, '"\\:"'],
  ['/:x-:y', 4, '"\\:"'],
  ['/:', 1, '"\\:"'],
  ['/:1', 1, '"\\:"'],
  ['/a*', 2, '"\\*"'],
  ['/*/b', 1, '"\\*"'],
  ['/a?', 2, '"\\?"'],
  ['/(.*)', 1, 'no regular expressions'],
  ['/{a}', 1, '"\\{"'],
  ['/a\\', 2, '"\\\\"'],
  ['/:x/:x', 4, '":x" occurs twice'],
  ['a=:x&b=:x', 7, '":x" occurs twice'],
  ['/a-:x?', 1, '":x?"'],
  ['/:x?.html', 1, '":x?"'],
  ['/:x+/b', 1, '":x+"'],
  ['/:x*/b', 1, '":x*"'],
  [':x?', 0, '":x?"'],
  [':x*', 0, '":x*"'],
  ['/a/:x?/:y?', 7, TAKES_TOO],
  ['/:x?/:y/:z?', 8, TAKES_TOO],
  ['/:x?/:y+', 5, TAKES_TOO],
  ['/:x?/:y*', 5, TAKES_TOO],
  ['/:x?/*', 5, TAKES_TOO],
  ['a=:x+', 2, '":x+"'],
  ['a=:x&b', 5, 'key=value'],
  ['=a', 0, 'key=value'],
  ['a=u-:x', 2, '":x"'],
  ['a=:x?', 0, 'expected a key that is required'],
  ...['/:x(\\d+)', '/[a-z]+', '/:x(a|b)', '/.*', '/\\d+'].map(
    (pattern): [string, number, string] => [
      pattern,
      pattern.search(/[(*+]/),
      'no regular expressions: write ":id"',
    ],
  ),
]

for (const [pattern, index, problem] of FAULTS) {
  test(`"${pattern}" is refused with a caret at ${index}: ${problem}`, () => {
    try {
      parsePattern(pattern)
    } catch (error) {
      ok(error instanceof SyntaxError && 'code' in error && error.code === 'HB001')
      const [message = '', shown, caret] = error.message.split('\n')
      ok(message.includes(problem), message)
      equal(shown, `  ${pattern}`)
      equal(caret, `  ${' '.repeat(index)}^`)
      return
    }
    throw new Error('it was not refused')
  })
}

const FINE = [
  ...['', '/', '//', '/a/', '*', '/*', ':x', ':x+', '/:x/:y?', '/:x?/:y', '/:x?/a/:y?', '/é日'],
  ...['/:x?/u-:y/:z?', 'k=1&a=:x?&b=:y?', '/%zz', 'a=', 'a=:x?&b=', '/\\:a', '\\*', '/:$a_1'],
]
for (const pattern of FINE) {
  test(`"${pattern}" is a pattern`, () => doesNotThrow(() => parsePattern(pattern)))
}
