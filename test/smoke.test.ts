/** Shows that units run in Node and in Chromium from one file, with fast-check; to be deleted when real ones exist. */
import fc from 'fast-check'
import { deepEqual, equal, suite, throws } from 'playwright-test/taps'

const test = suite('smoke')

test('asserts', () => {
  equal(decodeURIComponent('%E6%97%A5'), '日')
  deepEqual([...'aé'], ['a', 'é'])
  throws(() => decodeURIComponent('%zz'), URIError)
})

test('checks a property', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (s) =>
      equal(decodeURIComponent(encodeURIComponent(s)), s),
    ),
  )
})
