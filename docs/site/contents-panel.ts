// The list of documents: at the side on a wide screen, folded below the header on a phone.

const WIDE = matchMedia('(min-width: 60rem)')

const panel = document.querySelector<HTMLDetailsElement>('details.contents')

/** Folds the panel on a phone, and shows the current document on a wide screen. */
export function settleContents(): void {
  if (!panel) return
  panel.open = WIDE.matches
  panel.dataset.ready = ''
  // The router marks the links of a new page first.
  requestAnimationFrame(showCurrent)
}

/** Scrolls the panel alone: `scrollIntoView` could move the page. */
function showCurrent(): void {
  const link = panel?.querySelector<HTMLElement>('[aria-current]')
  if (!panel || !link || !WIDE.matches) return
  const [box, item] = [panel.getBoundingClientRect(), link.getBoundingClientRect()]
  if (item.top < box.top || item.bottom > box.bottom)
    panel.scrollTop += item.top - box.top - box.height / 2
}

WIDE.addEventListener('change', settleContents)

panel?.addEventListener('keydown', ({ key }) => {
  if (key !== 'Escape' || WIDE.matches || !panel.open) return
  panel.open = false
  panel.querySelector('summary')?.focus()
})
