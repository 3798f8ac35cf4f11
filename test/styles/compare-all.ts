/** Compares all pages of the corpus in two processes; the program and the spec call it. */
import { chromiumFiles } from './chromium-values.ts'
import type { PageResult } from './compare-page.ts'
import { DomSide } from './dom-side.ts'
import { readPages } from './pages.ts'
import { STRICT } from './report.ts'

export interface Comparison {
  /** A built checkout. */
  readonly root: string
  readonly only?: string | undefined
  readonly list?: string | undefined
  /** `light 1280`; undefined: all views. */
  readonly view?: string | undefined
  readonly hasAll?: boolean
}

const PROCESSES = 2

export async function compareAll(comparison: Comparison): Promise<PageResult[]> {
  const { root, only, list, view, hasAll = false } = comparison
  const pages = readPages(only)
  if (pages.length === 0) throw new RangeError(`No page has a name with ${only}.`)
  const files = await chromiumFiles(pages)
  const listed = hasAll ? undefined : [...STRICT, ...(list === undefined ? [] : [list])]
  const results: PageResult[] = []
  const waiting = pages.map((page, at) => ({ ...page, file: files[at] ?? '', listed, view }))
  const compareNext = async () => {
    const side = await DomSide.start(root)
    for (;;) {
      const request = waiting.shift()
      if (request === undefined) break
      results.push(await side.call('comparePage', request))
    }
    side.close()
  }
  await Promise.all(Array.from({ length: Math.min(PROCESSES, pages.length) }, compareNext))
  return results.sort((one, other) => one.page.localeCompare(other.page))
}
