/** Codecs: what each reads, what it refuses, and that it reads back what it writes. */
import fc from 'fast-check'
import { deepEqual, equal } from 'playwright-test/taps'
import { type Codec, date, int, number, oneOf, parser, text } from '../../src/params.ts'
import { suite } from '../run/suite.ts'

const test = suite('params')

const hex = parser(
  (value) => (/^[0-9a-f]+$/.test(value) ? Number.parseInt(value, 16) : undefined),
  (value) => value.toString(16),
)

const READS: {
  what: string
  codec: Codec<unknown>
  reads: [string, unknown][]
  refuses: string[]
}[] = [
  {
    what: 'text',
    codec: text,
    reads: [
      ['', ''],
      ['a', 'a'],
    ],
    refuses: [],
  },
  {
    what: 'int',
    codec: int,
    reads: [
      ['7', 7],
      ['-3', -3],
      ['0', 0],
      ['9007199254740991', 9007199254740991],
    ],
    refuses: [
      '',
      '007',
      '1e3',
      '7.0',
      '+7',
      ' 7',
      '-0',
      '0x10',
      'NaN',
      'Infinity',
      '9007199254740993',
      '٧',
    ],
  },
  {
    what: 'number',
    codec: number,
    reads: [
      ['7.5', 7.5],
      ['-3', -3],
      ['1e+21', 1e21],
    ],
    refuses: ['', '7.50', '.5', 'NaN', 'Infinity', '1e21', '-0'],
  },
  {
    what: 'date',
    codec: date,
    reads: [
      ['2026-11-20', new Date(Date.UTC(2026, 10, 20))],
      ['2024-02-29', new Date(Date.UTC(2024, 1, 29))],
    ],
    refuses: ['', '2026-02-29', '2026-11-20T00:00:00Z', '2026-11', '20261120', '26-11-20', 'x'],
  },
  {
    what: 'oneOf',
    codec: oneOf('a', 'b'),
    reads: [
      ['a', 'a'],
      ['b', 'b'],
    ],
    refuses: ['', 'c', 'A', 'toString'],
  },
  { what: 'a custom codec', codec: hex, reads: [['ff', 255]], refuses: ['', 'FF'] },
]

for (const { what, codec, reads, refuses } of READS) {
  for (const [written, value] of reads) {
    test(`${what} reads "${written}"`, () => {
      deepEqual(codec.parse(written), value)
      equal(codec.format(value), written)
    })
  }
  for (const written of refuses)
    test(`${what} refuses "${written}"`, () => equal(codec.parse(written), undefined))
}

const VALUES: { what: string; codec: Codec<unknown>; values: fc.Arbitrary<unknown> }[] = [
  { what: 'text', codec: text, values: fc.string() },
  { what: 'int', codec: int, values: fc.maxSafeInteger() },
  {
    what: 'number',
    codec: number,
    values: fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0),
  },
  { what: 'oneOf', codec: oneOf('a', 'b'), values: fc.constantFrom('a', 'b') },
  {
    what: 'date',
    codec: date,
    values: fc
      .date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true })
      .map((at) => new Date(Math.floor(+at / 86_400_000) * 86_400_000)),
  },
]

for (const { what, codec, values } of VALUES) {
  test(`${what} reads back any value that it writes`, () => {
    fc.assert(fc.property(values, (value) => deepEqual(codec.parse(codec.format(value)), value)))
  })
}

test('a date outside of the years 0 to 9999 is written in the form that is read back', () => {
  const far = new Date(Date.UTC(12345, 0, 1))
  deepEqual(date.parse(date.format(far)), far)
})
