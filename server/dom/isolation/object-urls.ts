/**
 * Gives object URLs the page's origin and repeatable names, since snapshots may contain them.
 * `fetch` and XMLHttpRequest read them until the page ends. Node's would count up and keep their
 * Blobs forever. Code outside jobs gets Node's.
 * https://w3c.github.io/FileAPI/#url
 */
import { type JobContext, scope } from './context.ts'
import { randomOf, uuidOf } from './random.ts'

interface Urls {
  random: () => number
  readonly known: Set<string>
}

const natives = new Map<string, string>()
const owned = new WeakMap<object, Urls>()

/** Node's own, saved before the replacement. */
const { createObjectURL, revokeObjectURL } = URL

function revoke(url: string): void {
  const native = natives.get(url)
  if (native === undefined) return
  natives.delete(url)
  revokeObjectURL(native)
}

const revokeAll = ({ known }: Urls): void => {
  for (const url of known) revoke(url)
}

/** Revokes the URLs of jobs that are dropped without an end. */
const left = new FinalizationRegistry(revokeAll)

function urlsOf(job: JobContext): Urls {
  const known = owned.get(job)
  if (known) return known
  const made = { random: randomOf(`${job.url} ${job.state} object URLs`), known: new Set<string>() }
  owned.set(job, made)
  left.register(job, made, job)
  return made
}

export function seedObjectUrls(seed: string): void {
  const job = scope()?.job
  if (job) urlsOf(job).random = randomOf(`${seed} object URLs`)
}

export function forgetObjectUrls(): void {
  const job = scope()?.job
  const urls = job && owned.get(job)
  if (!urls) return
  owned.delete(job)
  left.unregister(job)
  revokeAll(urls)
}

/** Undefined if unknown or revoked. */
export const nativeUrl = (url: string): string | undefined => natives.get(url.replace(/#.*/s, ''))

/** SIDE EFFECT: replaces the methods. */
export function installObjectUrls(target: typeof globalThis): void {
  target.URL.createObjectURL = (blob: Blob) => {
    const native = createObjectURL(blob as never)
    const job = scope()?.job
    if (job === undefined) return native
    const urls = urlsOf(job)
    const url = `blob:${new URL(job.url).origin}/${uuidOf(urls.random)}`
    urls.known.add(url)
    natives.set(url, native)
    return url
  }
  target.URL.revokeObjectURL = (url: string) => {
    if (natives.has(String(url))) revoke(String(url))
    else revokeObjectURL(String(url))
  }
}
