// A page whose text views fail if they return no HTML, such as an arrow function without `return`.

import { fault } from '../../../src/diagnostics.ts'
import type { Level, Page } from '../../../src/resolution.ts'

export const checkedPage = (page: Page): Page => ({ ...page, levels: page.levels.map(checked) })

const plain = Object.prototype.toString

function checked(level: Level): Level {
  const { view, name } = level
  if (typeof view !== 'object' || view.kind !== 'html') return level
  const render: typeof view.render = (page) => {
    const made = view.render(page)
    if (typeof made !== 'string' && (made?.toString ?? plain) === plain)
      throw fault('HB020', [name, made])
    return made
  }
  return { ...level, view: { ...view, render } }
}
