// Finds the keys for a bucket, in the variables of AWS's own tools. A changed file is read again,
// so that a tool can renew its token. While it is unreadable, the last keys stay.
//
//   AWS_ACCESS_KEY_ID AWS_SECRET_ACCESS_KEY AWS_SESSION_TOKEN, or else
//   AWS_SHARED_CREDENTIALS_FILE, and AWS_PROFILE for the profile in it (default)

import { readFileSync, statSync } from 'node:fs'

export interface Credentials {
  readonly accessKeyId: string
  readonly secretAccessKey: string
  readonly sessionToken?: string
}

export type GiveCredentials = () => Credentials

type Env = Readonly<Record<string, string | undefined>>

/** How often the file is checked, in ms. */
const LOOKED = 1000

/** Characters that no header may contain. */
const NOT_IN_HEADERS = /[^\x21-\x7e]/

/** Messages contain no secret. @param now A clock, in ms. */
export function findCredentials(
  env: Env,
  now: () => number = () => performance.now(),
): GiveCredentials | string {
  const file = env.AWS_SHARED_CREDENTIALS_FILE
  if (env.AWS_ACCESS_KEY_ID || env.AWS_SECRET_ACCESS_KEY || !file) {
    const found = readKeys(env, (name) => name.toUpperCase())
    return typeof found === 'string' ? found : () => found
  }
  return fromFile(file, env.AWS_PROFILE || 'default', now)
}

function fromFile(file: string, profile: string, now: () => number): GiveCredentials | string {
  const read = (): Credentials | string => {
    const of = `of the profile "${profile}" in ${file}`
    const section = sectionOf(readFileSync(file, 'utf8'), profile)
    if (section === undefined) return `AWS_SHARED_CREDENTIALS_FILE: there is nothing ${of}`
    const found = readKeys(section, (name) => name)
    return typeof found === 'string' ? `${found}, ${of}` : found
  }
  let known: Credentials
  let seen: string
  try {
    seen = markOf(file)
    const found = read()
    if (typeof found === 'string') return found
    known = found
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    return `AWS_SHARED_CREDENTIALS_FILE is "${file}", which cannot be read (${code ?? message})`
  }
  let lookedAt = now()
  return () => {
    if (now() - lookedAt < LOOKED) return known
    lookedAt = now()
    try {
      const mark = markOf(file)
      if (mark === seen) return known
      const found = read()
      if (typeof found === 'string') return known
      known = found
      seen = mark
    } catch {
      // Missing or half written. If the store refuses the old keys, the caller reports it.
    }
    return known
  }
}

/** Changes with the file's content, also where a link gets a new target. */
function markOf(file: string): string {
  const { ino, size, mtimeMs } = statSync(file)
  return `${ino} ${size} ${mtimeMs}`
}

const NAMES = ['aws_access_key_id', 'aws_secret_access_key', 'aws_session_token'] as const

function readKeys(from: Env, spelled: (name: string) => string): Credentials | string {
  const [id, secret, token] = NAMES.map(spelled) as [string, string, string]
  const { [id]: accessKeyId, [secret]: secretAccessKey, [token]: sessionToken } = from
  if (!accessKeyId || !secretAccessKey) return `${id} and ${secret} are missing`
  const wrong = [id, secret, token].find((name) => NOT_IN_HEADERS.test(from[name] ?? ''))
  if (wrong !== undefined)
    return `${wrong} (not shown) holds a space, a line break or a sign that is not ASCII: set it without`
  return { accessKeyId, secretAccessKey, ...(sessionToken && { sessionToken }) }
}

/** The settings of a section; undefined when the file has no such section. */
function sectionOf(text: string, wanted: string): Record<string, string> | undefined {
  let found: Record<string, string> | undefined
  let isWanted = false
  for (const line of text.split(/\r?\n/)) {
    const [, name] = /^\s*\[\s*([^\]]*?)\s*\]/.exec(line) ?? []
    if (name !== undefined) isWanted = name === wanted
    if (name !== undefined && isWanted) found ??= {}
    const [, key, value = ''] = /^\s*(\w+)\s*=\s*(.*?)\s*$/.exec(line) ?? []
    if (found && isWanted && key !== undefined) found[key.toLowerCase()] = value
  }
  return found
}
