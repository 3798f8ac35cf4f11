// Checks text views and renders a page whose only view is text, for table-stages.ts.

import { fault } from '../../../src/diagnostics.ts'
import { viewPage } from '../../../src/dom/mount.ts'
import type { Level, Page } from '../../../src/page.ts'
import type { HtmlView } from '../../../src/view.ts'
import { isPlain } from '../../html/nesting.ts'

interface Rendered {
  readonly markup: string
  readonly isPlain: boolean
  /** The page with a view that repeats the text, its waits, or its error. */
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
    const rendered = view.render(viewPage(page, level, (promise) => waits.push(promise)) as never)
    const markup = String(rendered)
    const render = ({ settled }: { settled(work: PromiseLike<unknown>): void }) => {
      for (const promise of waits) settled(promise)
      return rendered
    }
    return { markup, isPlain: waits.length === 0 && isPlain(markup), page: showing(render) }
  } catch (error) {
    const fail = () => {
      throw error
    }
    return { markup: '', isPlain: false, page: showing(fail) }
  }
}

/** Text views throw if they return no HTML, such as an arrow function without `return`. */
export const checkedPage = (page: Page): Page => ({ ...page, levels: page.levels.map(checked) })

const inherited = Object.prototype.toString

function checked(level: Level): Level {
  const { view, name } = level
  if (typeof view !== 'object' || view.kind !== 'html') return level
  const render: typeof view.render = (page) => {
    const markup = view.render(page)
    if (typeof markup !== 'string' && (markup?.toString ?? inherited) === inherited)
      throw fault('HB020', [name, markup])
    return markup
  }
  return { ...level, view: { ...view, render } }
}
