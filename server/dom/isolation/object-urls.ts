/**
 * Gives object URLs the page's origin and repeatable names, since snapshots may contain them. They
 * end with the page; Node would keep their Blobs forever.
 * https://w3c.github.io/FileAPI/#url
 */
import { PageContext } from './page-context.ts'
import { randomOf, uuidOf } from './random.ts'

const natives = new Map<string, string>()
let random = randomOf('')

const { createObjectURL, revokeObjectURL } = URL

export function seedObjectUrls(seed: string): void {
  random = randomOf(`${seed} object URLs`)
}

function revoke(url: string): void {
  const native = natives.get(url)
  if (native === undefined) return
  natives.delete(url)
  revokeObjectURL(native)
}

export function forgetObjectUrls(): void {
  for (const url of [...natives.keys()]) revoke(url)
}

export const nativeUrl = (url: string): string | undefined => natives.get(url.replace(/#.*/s, ''))

/** SIDE EFFECT: replaces the methods. */
export function installObjectUrls(target: typeof globalThis): void {
  target.URL.createObjectURL = (blob: Blob) => {
    const native = createObjectURL(blob as never)
    const context = PageContext.current
    if (context === undefined) return native
    const url = `blob:${new URL(context.url).origin}/${uuidOf(random)}`
    natives.set(url, native)
    return url
  }
  target.URL.revokeObjectURL = (url: string) => {
    if (natives.has(String(url))) revoke(String(url))
    else revokeObjectURL(String(url))
  }
}
