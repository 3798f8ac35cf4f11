// Recognises the URL of a bucket. `tools/export/objects/bucket-url.ts` reads one.

/** The parts of a bucket's URL: its name, and the prefix of its keys. */
export const BUCKET_URL = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/([\w!.*'()/=-]*))?$/

/** Dot segments, which a URL would resolve to another bucket. */
const STEP = /\/\.{1,2}(?:\/|$)/

export const isBucketUrl = (text: string): boolean => BUCKET_URL.test(text) && !STEP.test(text)
