/** Shows markup, such as that of custom elements. */
import type { Show } from '../cases.ts'

export const markup =
  (html: string): Show =>
  (element) => {
    element.innerHTML = html
  }

/** Adds an element to the outlet, as manuals have one in their page. */
export function box(element: HTMLElement, html = '', name = 'div'): HTMLElement {
  const made = document.createElement(name)
  made.innerHTML = html
  element.append(made)
  return made
}
