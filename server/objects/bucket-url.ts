// Where objects are: `s3://bucket/prefix`, and the environment that AWS's own tools read for the rest. In: a text, variables.
// Out: addresses of objects and what signs requests, or a sentence that says what is wrong. Asks nobody.
//
//   AWS_REGION or AWS_DEFAULT_REGION; what signs requests: see credentials.ts
//   AWS_ENDPOINT_URL_S3 or AWS_ENDPOINT_URL: another store than Amazon's, with the bucket in the path

import { findCredentials, type GiveCredentials } from './credentials.ts'

/** A bucket, or what of it begins with a prefix. */
export interface BucketPlace {
  /** Without the slash at its end; keys are escaped and put after one. */
  readonly base: string
  readonly bucket: string
  /** `''`, or what ends with a slash. */
  readonly prefix: string
  readonly region: string
  readonly credentials: GiveCredentials
}

const FORM = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/([\w!.*'()/=-]*))?$/

/** What a URL takes for a step in it, so that it would lead to another bucket. */
const STEP = /\/\.{1,2}(?:\/|$)/

/** Whether a text is the URL of a bucket. */
export const isBucketUrl = (text: string): boolean => FORM.test(text) && !STEP.test(text)

/** Reads where objects are; a sentence where that cannot be. */
export function readBucketUrl(
  url: string,
  env: Readonly<Record<string, string | undefined>>,
): BucketPlace | string {
  const [, bucket, path = ''] = FORM.exec(url) ?? []
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
  // A certificate covers no dots in the name of a bucket.
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

/** A key as a path: nothing in it is left to be read otherwise, such as `+` as a space. */
export const escapeKey = (key: string): string =>
  encodeURIComponent(key)
    .replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
    .replaceAll('%2F', '/')
