/** Where the drawer finds that two texts differ. */
import fc from 'fast-check'
import { deepEqual } from 'playwright-test/taps'
import { differences } from '../../../src/devtools/word-differences.ts'
import { suite } from '../../run/suite.ts'

const test = suite('devtools')

const words = (text: string) => text.split(' ')

test('names the words that only one of two texts has, with those around them', () => {
  deepEqual(differences(words('a b c d e f g'), words('a b c d X f g h')), [
    { before: 'a b c d', app: 'e', snapshot: 'X', after: 'f g' },
    { before: 'f g', app: '', snapshot: 'h', after: '' },
  ])
})

test('finds none where there is none, and some wherever there is one', () => {
  const text = fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 20 })
  fc.assert(
    fc.property(text, text, (one, other) => {
      const found = differences(one, other) ?? []
      return (found.length === 0) === (one.join(' ') === other.join(' '))
    }),
  )
})
