/** The URL of a bucket, and what of the environment belongs to it. */
import { expect } from '@playwright/test'
import { readBucketUrl } from '../../../../../server/tools/export/objects/bucket-url.ts'
import { suite } from '../../../../run/suite.ts'

const test = suite('URL of a bucket')

const ENV = { AWS_ACCESS_KEY_ID: 'key', AWS_SECRET_ACCESS_KEY: 'secret' }

test('what names the bucket leads to no other, and no message repeats a secret', () => {
  const said = (url: string, over: Record<string, string>) =>
    readBucketUrl(url, { ...ENV, ...over })
  expect(said('s3://pages/../other', {})).toContain('is no bucket')
  expect(said('s3://pages/a/./b', {})).toContain('is no bucket')
  for (const [name, value] of [
    ['AWS_SESSION_TOKEN', 'se\ncret'],
    ['AWS_ACCESS_KEY_ID', 'secret '],
    ['AWS_ENDPOINT_URL', 'http://user:secret@localhost:9'],
  ] as const) {
    expect(said('s3://pages', { [name]: value })).toContain(name)
    expect(said('s3://pages', { [name]: value })).not.toContain('cret')
  }
  expect(said('s3://pages', { AWS_ENDPOINT_URL: 'http://localhost:9/?x' })).toContain('without')
  expect(said('s3://pages', { AWS_REGION: 'x y' })).toContain('AWS_REGION is "x y"')
})
