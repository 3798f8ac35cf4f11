/**
 * Writes a page whose only view is HTML without a DOM, 90 times faster; undefined if the page needs
 * a document.
 */
import { viewPage } from '../../../src/dom/mount.ts'
import type { Page } from '../../../src/resolution.ts'
import { asText, type JobContext } from '../../dom/index.ts'
import { isPlain } from '../../html/plain.ts'
import type { Drawn } from './render-page.ts'

/** The measures of a page without a document: nothing can have gone wrong. */
const NO_WORK = { text: 0, isAtFault: false, warnings: [], dom: 0, serialize: 0 }

export const blankPage = (page: Page): Drawn => ({
  ...{ page, body: '', sheets: '', outside: undefined },
  ...NO_WORK,
})

/** Whether a drawn page could have been written without a document. */
export function isPlainPage({ page, body, outside }: Drawn): boolean {
  const [level, ...deeper] = page.levels
  const { view } = level ?? {}
  const isHtml = typeof view === 'object' && view.kind === 'html'
  return isHtml && deeper.length === 0 && outside === undefined && isPlain(body)
}

/** Writes a page. A view that uses the document must wait for its own. */
export function plainPage(page: Page, url: string, own: JobContext): Drawn | undefined {
  const [level, ...deeper] = page.levels
  if (!level?.view || typeof level.view === 'function' || level.view.kind !== 'html' || deeper[0])
    return undefined
  try {
    let waits = false
    const given = viewPage(page, level, () => {
      waits = true
    })
    const { view } = level
    const body = String(asText(url, () => view.render(given as never)))
    return waits || own.needsDocument || own.takeDeniedAccess() || !isPlain(body)
      ? undefined
      : { ...blankPage(page), body }
  } catch {
    // The document render throws the same error and shows the error view.
    return undefined
  }
}
