// What a reader is told of the connection, and how a page that failed is tried again. In: a router. Out: a line while the browser is
// offline; a failed page that comes by itself when it is online again, or by the button of views/failure.ts.

import type { AnyRouter } from 'hashbang-router/browser'
// What says that nothing can be loaded must be there before.
import './views/failure.ts'

/** Watches the connection. */
export function watchConnection(router: AnyRouter): void {
  const line = document.createElement('p')
  line.className = 'offline'
  line.role = 'status'
  document.querySelector('.bottom')?.append(line)

  const say = () => {
    line.textContent = navigator.onLine ? '' : 'You are offline'
  }
  addEventListener('offline', say)
  addEventListener('online', () => {
    say()
    if (router.page?.type === 'failure') void tryAgain()
  })
  say()

  document.addEventListener('click', async ({ target }) => {
    const button = target instanceof Element ? target.closest('button.retry') : null
    if (!(button instanceof HTMLButtonElement)) return
    button.disabled = true
    await tryAgain()
    // The same view with the same words is the same element.
    button.disabled = false
  })

  async function tryAgain() {
    const outcome = await router.reload()
    // Some browsers remember for as long as the document lives that a module could not be loaded.
    if (outcome === 'failed' && navigator.onLine) location.reload()
  }
}
