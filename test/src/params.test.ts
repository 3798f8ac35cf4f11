/**
 * Codecs: the texts that each reads and refuses, and that it reads back the texts that it writes.
 */
import { deepEqual, equal } from 'playwright-test/taps'
import { type Codec, date, int, number, oneOf, parser, text } from '../../src/params.ts'
import { suite } from '../run/suite.ts'

const test = suite('params')

const hex = parser(
  (value) => (/^[0-9a-f]+$/.test(value) ? Number.parseInt(value, 16) : undefined),
  (value) => value.toString(16),
)

/** The texts that each reads, and, between commas, those that it refuses. */
const READS: Readonly<
  Record<string, [codec: Codec<unknown>, reads: Record<string, unknown>, refuses: string | null]>
> = {
  text: [text, { '': '', a: 'a' }, null],
  int: [
    int,
    { 7: 7, '-3': -3, 0: 0, '9007199254740991': 9007199254740991 },
    ',007,1e3,7.0,+7, 7,-0,0x10,NaN,Infinity,9007199254740993,٧',
  ],
  number: [number, { 7.5: 7.5, '-3': -3, '1e+21': 1e21 }, ',7.50,.5,NaN,Infinity,1e21,-0'],
  date: [
    date,
    { '2026-11-20': new Date('2026-11-20T00:00Z'), '2024-02-29': new Date('2024-02-29T00:00Z') },
    ',2026-02-29,2026-11-20T00:00:00Z,2026-11,20261120,26-11-20,x',
  ],
  oneOf: [oneOf('a', 'b'), { a: 'a', b: 'b' }, ',c,A,toString'],
  'a custom codec': [hex, { ff: 255 }, ',FF'],
}

// links-and-matches.test.ts checks that each reads back every text that it writes.
for (const [name, [codec, reads, refuses]] of Object.entries(READS)) {
  for (const [written, value] of Object.entries(reads)) {
    test(`${name} reads "${written}"`, () => {
      deepEqual(codec.parse(written), value)
      equal(codec.format(value), written)
    })
  }
  for (const written of refuses?.split(',') ?? [])
    test(`${name} refuses "${written}"`, () => equal(codec.parse(written), undefined))
}

test('a date outside of the years 0 to 9999 is written in the form that is read back', () => {
  const far = new Date(Date.UTC(12345, 0, 1))
  deepEqual(date.parse(date.format(far)), far)
})
