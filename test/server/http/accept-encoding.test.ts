/** Which content coding a client takes. */
import { expect } from '@playwright/test'
import { acceptedCoding } from '../../../server/http/accept-encoding.ts'
import { suite } from '../../run/suite.ts'
import { rows } from '../helpers/rows.ts'

const test = suite('accept-encoding')

for (const [coding, ...all] of rows`
  br       | gzip, deflate, br | *
  gzip     | gzip, deflate     | GZIP         | br;q=0.5, gzip
  gzip     | br;q=0, *
  identity | *;q=0             | identity     | gzip;q=nonsense
  identity | ,;,;q=
`) {
  for (const accepted of all.filter(Boolean))
    test(`takes "${accepted}" for ${coding}`, () => expect(acceptedCoding(accepted)).toBe(coding))
}
