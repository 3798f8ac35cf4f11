// Shows a line while the browser is offline, and loads a failed page again: when the browser is
// online, or by the button of views/failure.ts.

import type { AnyRouter } from 'hashbang-router/browser'

export function watchConnection(router: AnyRouter): void {
  // Ahead of its use, because offline it could not be loaded.
  void import('./views/failure.ts')
  const line = document.createElement('p')
  line.className = 'offline'
  line.role = 'status'
  document.querySelector('.bottom')?.append(line)

  const update = () => {
    line.textContent = navigator.onLine ? '' : 'You are offline'
  }
  addEventListener('offline', update)
  addEventListener('online', () => {
    update()
    if (router.page?.type === 'failure') void tryAgain()
  })
  update()

  document.addEventListener('click', async ({ target }) => {
    const button = target instanceof Element ? target.closest('button.retry') : null
    if (!(button instanceof HTMLButtonElement)) return
    button.disabled = true
    await tryAgain()
    // The same page keeps the button.
    button.disabled = false
  })

  async function tryAgain() {
    const outcome = await router.reload()
    // Some browsers never load a failed module again in the same document.
    if (outcome === 'failed' && navigator.onLine) location.reload()
  }
}
