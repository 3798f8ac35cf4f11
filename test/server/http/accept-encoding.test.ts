/** Which content coding a client takes. */
import { expect } from '@playwright/test'
import { suite } from 'playwright-test/taps'
import { acceptedCoding } from '../../../server/http/accept-encoding.ts'

const test = suite('accept-encoding')

const codings = [
  ['gzip, deflate, br', 'br'],
  ['gzip, deflate', 'gzip'],
  ['GZIP', 'gzip'],
  ['*', 'br'],
  ['*;q=0', 'identity'],
  ['br;q=0.5, gzip', 'gzip'],
  ['br;q=0, *', 'gzip'],
  ['identity', 'identity'],
  ['gzip;q=nonsense', 'identity'],
  [',;,;q=', 'identity'],
] as const
for (const [accepted, coding] of codings) {
  test(`takes "${accepted}" for ${coding}`, () => expect(acceptedCoding(accepted)).toBe(coding))
}
