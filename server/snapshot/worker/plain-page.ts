// Renders a page whose only view is text, once: text without anything that needs a document is
// written as it is.

import { viewPage } from '../../../src/dom/mount.ts'
import type { Page } from '../../../src/resolution.ts'
import type { HtmlView } from '../../../src/view.ts'
import { isPlain } from '../../html/plain.ts'

interface Rendered {
  readonly text: string
  /** Whether its text needs no document, and it waits for nothing. */
  readonly isPlain: boolean
  /** The page whose view gives what was rendered: the text, its waits, or its error. */
  readonly page: Page
}

/** @returns Undefined for a page of other views. */
export function renderOnce(page: Page): Rendered | undefined {
  const [level, ...deeper] = page.levels
  if (!level?.view || typeof level.view === 'function' || level.view.kind !== 'html' || deeper[0])
    return undefined
  const waits: PromiseLike<unknown>[] = []
  const { view } = level
  const showing = (render: HtmlView<never>['render']): Page => ({
    ...page,
    levels: [{ ...level, view: { kind: 'html', render } }],
  })
  try {
    const made = view.render(viewPage(page, level, (promise) => waits.push(promise)) as never)
    const text = String(made)
    const render = ({ settled }: { settled(work: PromiseLike<unknown>): void }) => {
      for (const promise of waits) settled(promise)
      return made
    }
    return { text, isPlain: waits.length === 0 && isPlain(text), page: showing(render) }
  } catch (error) {
    const fail = () => {
      throw error
    }
    return { text: '', isPlain: false, page: showing(fail) }
  }
}
