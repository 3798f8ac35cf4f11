/** What the drawer makes of headers, texts and values. */
import fc from 'fast-check'
import { deepEqual, equal, ok } from 'playwright-test/taps'
import { originOf } from '../../../src/devtools/snapshot.ts'
import { lasted, sized, written } from '../../../src/devtools/value.ts'
import { differences } from '../../../src/devtools/words.ts'
import { suite } from '../../run/suite.ts'

const test = suite('devtools')

const ORIGINS: [headers: Record<string, string>, origin?: string, serverMs?: number][] = [
  [{ 'server-timing': 'hashbang;desc=hit;dur=0.3' }, 'cached', 0.3],
  [{ 'server-timing': 'db;dur=5, hashbang;dur=12;desc="rendered"' }, 'fresh', 12],
  [{ 'server-timing': 'db;dur=5', 'cache-control': 'no-store' }, 'fresh'],
  [{ 'server-timing': 'hashbang;dur=x' }],
  [{ 'cache-control': 'max-age=60' }],
]
for (const [headers, origin, serverMs] of ORIGINS)
  test(`reads where a snapshot came from: ${JSON.stringify(headers)}`, () =>
    deepEqual(originOf(new Headers(headers)), { origin, serverMs }))

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

test('writes any value, of a bounded length', () => {
  const circle: Record<string, unknown> = { name: 'a' }
  circle.self = circle
  equal(written(circle), '{\n  "name": "a",\n  "self": "circular"\n}')
  const same = { x: 1 }
  equal(written([same, same]).includes('circular'), false)
  equal(
    written({ id: 1n, at: undefined, run() {} }),
    '{\n  "id": "1n",\n  "at": "undefined",\n  "run": "function run"\n}',
  )
  equal(written(new Map([['a', new Set([1])]])).replace(/\s/g, ''), '{"Map":[["a",{"Set":[1]}]]}')
  ok(written('x'.repeat(100_000)).length < 21_000)
  const toJSON = () => {
    throw new Error('no')
  }
  equal(written({ toJSON }), 'This value cannot be written: Error: no')
  fc.assert(fc.property(fc.anything(), (value) => typeof written(value) === 'string'))
})

test('says sizes and times as people do', () => {
  deepEqual([412, 4123, 1_234_567].map(sized), ['412 B', '4.1 kB', '1.2 MB'])
  const times = [0.31, 24.4, 1300, 300_000, 86_400_000].map(lasted)
  equal(times.join(', '), '0.3 ms, 24 ms, 1.3 s, 5 min, 24 h')
})
