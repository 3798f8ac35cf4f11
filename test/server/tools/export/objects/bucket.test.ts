/** What is sent to a bucket: each request is signed with the keys of the moment. */
import { expect } from '@playwright/test'
import { openBucket } from '../../../../../server/tools/export/objects/bucket.ts'
import {
  type BucketPlace,
  readBucketUrl,
} from '../../../../../server/tools/export/objects/bucket-url.ts'
import type { Credentials } from '../../../../../server/tools/export/objects/credentials.ts'
import { suite } from '../../../../run/suite.ts'

const test = suite('bucket')

const fetchBefore = globalThis.fetch
test.afterEach(() => {
  globalThis.fetch = fetchBefore
})

test('requests are signed with the keys of the moment, and no token of before', async () => {
  const sent: Headers[] = []
  globalThis.fetch = async (input, init) => {
    sent.push(new Request(input, init).headers)
    return new Response(null, { status: 404 })
  }
  const env = { AWS_ACCESS_KEY_ID: 'ENV', AWS_SECRET_ACCESS_KEY: 'x' }
  const all: Credentials[] = [
    // The bucket is opened with the first, and asks for them again at each request.
    ...['ONE', 'ONE'].map((id) => ({ accessKeyId: id, sessionToken: 'first' })),
    { accessKeyId: 'TWO', sessionToken: 'second' },
    { accessKeyId: 'THREE' },
  ].map((keys) => ({ ...keys, secretAccessKey: 'secret' }))
  const place = readBucketUrl('s3://pages', env) as BucketPlace
  const bucket = openBucket({ ...place, credentials: () => all.shift() as Credentials })
  for (const _ of [1, 2, 3]) await bucket.head('a', { timeout: 60_000 })
  const seen = sent.map((headers) => [
    /Credential=(\w+)\//.exec(headers.get('authorization') ?? '')?.[1],
    headers.get('x-amz-security-token'),
  ])
  expect(seen).toEqual([
    ['ONE', 'first'],
    ['TWO', 'second'],
    ['THREE', null],
  ])
})
