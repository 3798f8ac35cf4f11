/**
 * Object URLs of one page. In: a Blob. Out: a URL of the page's origin that is the same whenever the same page is made, as it may be
 * written down in a snapshot; `fetch` and XMLHttpRequest read it until the page ends. Node's own count on in the thread, and keep
 * their Blobs for ever. Code of no job keeps Node's.
 * https://w3c.github.io/FileAPI/#url
 */
import { type JobContext, scope } from './context.ts'
import { randomOf, uuidOf } from './random.ts'

interface Urls {
  random: () => number
  readonly known: Set<string>
}

/** Node's URL for each of ours. */
const natives = new Map<string, string>()
const owned = new WeakMap<object, Urls>()

/** Node's own, before others take their places. */
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

/** A job that is given up with its page says so to nobody. */
const left = new FinalizationRegistry(revokeAll)

function urlsOf(job: JobContext): Urls {
  const known = owned.get(job)
  if (known) return known
  const made = { random: randomOf(`${job.url} ${job.state} object URLs`), known: new Set<string>() }
  owned.set(job, made)
  left.register(job, made, job)
  return made
}

/** From here on those of the caller's job are drawn from the seed of a page. */
export function seedObjectUrls(seed: string): void {
  const job = scope()?.job
  if (job) urlsOf(job).random = randomOf(`${seed} object URLs`)
}

/** Forgets the URLs of the caller's job: it begins anew. */
export function forgetObjectUrls(): void {
  const job = scope()?.job
  const urls = job && owned.get(job)
  if (!urls) return
  owned.delete(job)
  left.unregister(job)
  revokeAll(urls)
}

/** What Node knows an object URL by; undefined for what is none, or has been revoked. */
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
