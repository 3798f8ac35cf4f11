/** Which content coding a client takes. */
import { expect } from '@playwright/test'
import { acceptedCoding } from '../../../server/http/accept-encoding.ts'
import { suite } from '../../run/suite.ts'

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
