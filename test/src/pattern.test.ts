/** The syntax of patterns: what each faulty one is told, and where. What patterns match is in trie.test.ts. */
import '../../src/texts.ts'
import { doesNotThrow, equal, ok } from 'playwright-test/taps'
import { PatternError, parsePattern } from '../../src/pattern.ts'
import { suite } from '../run/suite.ts'

const test = suite('pattern')

const FAULTS = [
  { pattern: '/a/:x:y', index: 5, says: '"\\:"' },
  { pattern: '/:x-:y', index: 4, says: '"\\:"' },
  { pattern: '/:', index: 1, says: '"\\:"' },
  { pattern: '/:1', index: 1, says: '"\\:"' },
  { pattern: '/a*', index: 2, says: '"\\*"' },
  { pattern: '/*/b', index: 1, says: '"\\*"' },
  { pattern: '/a?', index: 2, says: '"\\?"' },
  { pattern: '/(.*)', index: 1, says: '"\\("' },
  { pattern: '/{a}', index: 1, says: '"\\{"' },
  { pattern: '/a\\', index: 2, says: '"\\\\"' },
  { pattern: '/:x/:x', index: 4, says: '":x" occurs twice' },
  { pattern: 'a=:x&b=:x', index: 7, says: '":x" occurs twice' },
  { pattern: '/a-:x?', index: 1, says: '":x?"' },
  { pattern: '/:x?.html', index: 1, says: '":x?"' },
  { pattern: '/:x+/b', index: 1, says: '":x+"' },
  { pattern: '/:x*/b', index: 1, says: '":x*"' },
  { pattern: ':x?', index: 0, says: '":x?"' },
  { pattern: ':x*', index: 0, says: '":x*"' },
  { pattern: '/a/:x?/:y?', index: 7, says: '":x?" can match this too' },
  { pattern: '/:x?/:y/:z?', index: 8, says: '":x?" can match this too' },
  { pattern: '/:x?/:y+', index: 5, says: '":x?" can match this too' },
  { pattern: '/:x?/:y*', index: 5, says: '":x?" can match this too' },
  { pattern: '/:x?/*', index: 5, says: '":x?" can match this too' },
  { pattern: 'a=:x+', index: 2, says: '":x+"' },
  { pattern: 'a=:x&b', index: 5, says: 'key=value' },
  { pattern: '=a', index: 0, says: 'key=value' },
  { pattern: 'a=u-:x', index: 2, says: '":x"' },
  { pattern: 'a=:x?', index: 0, says: 'expected a key that is required' },
]

for (const { pattern, index, says } of FAULTS) {
  test(`"${pattern}" is refused with a caret at ${index}: ${says}`, () => {
    try {
      parsePattern(pattern)
    } catch (error) {
      ok(error instanceof PatternError && error instanceof SyntaxError)
      equal(error.name, 'PatternError')
      equal(error.source, pattern)
      equal(error.index, index)
      const [message = '', shown, caret] = error.message.split('\n')
      ok(message.includes(says), message)
      equal(shown, `  ${pattern}`)
      equal(caret, `  ${' '.repeat(index)}^`)
      return
    }
    throw new Error('it was not refused')
  })
}

const FINE = [
  '',
  '/',
  '//',
  '/a/',
  '*',
  '/*',
  ':x',
  ':x+',
  '/:x/:y?',
  '/:x?/:y',
  '/:x?/a/:y?',
  '/:x?/u-:y/:z?',
  'k=1&a=:x?&b=:y?',
  '/é日',
  '/%zz',
  'a=',
  'a=:x?&b=',
  '/\\:a',
  '\\*',
  '/:$a_1',
]

for (const pattern of FINE) {
  test(`"${pattern}" is a pattern`, () => doesNotThrow(() => parsePattern(pattern)))
}
