// Reads `s3://bucket/prefix` and the variables of AWS's own tools into object addresses and keys,
// or an error message. Sends no request.
//
//   AWS_REGION or AWS_DEFAULT_REGION; keys: see credentials.ts
//   AWS_ENDPOINT_URL_S3 or AWS_ENDPOINT_URL: a store other than Amazon's,
//     with the bucket in the path

import { BUCKET_URL, isBucketUrl } from '../../../site/is-bucket-url.ts'
import { findCredentials, type GiveCredentials } from './credentials.ts'

export interface BucketPlace {
  /** Without a trailing slash; followed by a slash and the escaped key. */
  readonly base: string
  readonly bucket: string
  /** `''`, or a prefix with a trailing slash. */
  readonly prefix: string
  readonly region: string
  readonly credentials: GiveCredentials
}

export function readBucketUrl(
  url: string,
  env: Readonly<Record<string, string | undefined>>,
): BucketPlace | string {
  const [, bucket, path = ''] = BUCKET_URL.exec(url) ?? []
  if (bucket === undefined || !isBucketUrl(url))
    return `"${url}" is no bucket: expected such as "s3://bucket" or "s3://bucket/prefix", with a name of 3 to 63 small letters, digits, "-" and "."`
  const credentials = findCredentials(env)
  if (typeof credentials === 'string')
    return (env.AWS_ACCESS_KEY_ID && env.AWS_SECRET_ACCESS_KEY) || env.AWS_SHARED_CREDENTIALS_FILE
      ? credentials
      : `"${url}" needs AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or AWS_SHARED_CREDENTIALS_FILE, in the environment`
  const endpoint = env.AWS_ENDPOINT_URL_S3 || env.AWS_ENDPOINT_URL
  if (endpoint && !isEndpoint(endpoint))
    return `AWS_ENDPOINT_URL is not what it must be: a URL without a user and a query, such as "https://s3.example.com"`
  const region = env.AWS_REGION || env.AWS_DEFAULT_REGION || 'us-east-1'
  if (!/^[\w-]+$/.test(region))
    return `AWS_REGION is ${JSON.stringify(region)}: expected such as "us-east-1"`
  // Amazon's certificate does not cover dots in a bucket's name.
  const amazon = bucket.includes('.')
    ? `https://s3.${region}.amazonaws.com/${bucket}`
    : `https://${bucket}.s3.${region}.amazonaws.com`
  const prefix = path.split('/').filter(Boolean).join('/')
  return {
    base: endpoint ? `${endpoint.replace(/\/+$/, '')}/${bucket}` : amazon,
    bucket,
    prefix: prefix === '' ? '' : `${prefix}/`,
    region,
    credentials,
  }
}

function isEndpoint(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, origin, pathname, href } = new URL(text)
  return /^https?:$/.test(protocol) && href === origin + pathname
}

/** Escapes all characters, such as `+`, which stores read as a space. */
export const escapeKey = (key: string): string =>
  encodeURIComponent(key)
    .replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
    .replaceAll('%2F', '/')
