/**
 * Gives object URLs the page's origin and repeatable names, since snapshots may contain them. They
 * end with the page; Node would keep their Blobs forever.
 * https://w3c.github.io/FileAPI/#url
 */

import { PageContext } from './page-context.ts'
import { perPage } from './page-state.ts'
import { randomOf, uuidOf } from './random.ts'

const { createObjectURL, revokeObjectURL } = URL

const objectUrls = perPage((page) => {
  const natives = new Map<string, string>()
  page.atEnd(() => {
    for (const native of natives.values()) revokeObjectURL(native)
  })
  return { natives, random: randomOf(`${page.seed} object URLs`) }
})

export const nativeUrl = (url: string): string | undefined =>
  objectUrls().natives.get(url.replace(/#.*/s, ''))

/** SIDE EFFECT: replaces the methods. */
export function installObjectUrls(target: typeof globalThis): void {
  target.URL.createObjectURL = (blob: Blob) => {
    const native = createObjectURL(blob as never)
    const context = PageContext.current
    if (context === undefined) return native
    const { natives, random } = objectUrls()
    const url = `blob:${new URL(context.url).origin}/${uuidOf(random)}`
    natives.set(url, native)
    return url
  }
  target.URL.revokeObjectURL = (url: string) => {
    const { natives } = objectUrls()
    revokeObjectURL(natives.get(String(url)) ?? String(url))
    natives.delete(String(url))
  }
}
