// "See it without script": opens the drawer of hashbang-router/devtools beside the page. In: a router. Out: a button in the foot.
// The drawer is loaded when it is asked for the first time; a page that nobody looks behind carries nothing of it.

import type { AnyRouter } from 'hashbang-router/browser'

const LABEL = 'See it without script'

/** Puts the button into the document. */
export function offerReader(router: AnyRouter): void {
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'reader'
  button.textContent = LABEL
  button.ariaExpanded = 'false'
  button.addEventListener('click', async () => {
    button.disabled = true
    try {
      const { devtools } = await import('hashbang-router/devtools')
      const drawer = devtools(router, { label: LABEL })
      button.remove()
      await drawer.show()
    } catch {
      button.disabled = false
      button.textContent = 'It could not be loaded: try again'
    }
  })
  document.querySelector('.bottom')?.append(button)
}
