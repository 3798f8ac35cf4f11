/** Reads random cascades in the process with the DOM. */
import type { InPage } from './dom-process.ts'
import { readCase } from './read-styles.ts'
import { VIEWS, type View } from './views.ts'

export interface CasesRequest {
  readonly htmls: readonly string[]
  readonly properties: readonly string[]
}

const [VIEW] = VIEWS as [View]

/** @returns For each the values, or the error of the DOM. */
export async function readCases(
  inPage: InPage,
  { htmls, properties }: CasesRequest,
): Promise<Record<string, string>[]> {
  const all: Record<string, string>[] = []
  for (const html of htmls) {
    const read = inPage(html, VIEW, () => readCase(properties))
    all.push(await read.catch((error) => ({ error: String(error) })))
  }
  return all
}
