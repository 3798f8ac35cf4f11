// Makes tabs that name their panels by `aria-controls`: one is in the focus order, arrow keys move
// between them. https://www.w3.org/WAI/ARIA/apg/patterns/tabs/

/** Sets up the tabs of a root. */
export function tabs(root: ShadowRoot): void {
  const all = [...root.querySelectorAll<HTMLElement>('[role="tab"]')]
  const select = (tab: HTMLElement | undefined) => {
    if (tab === undefined) return
    for (const one of all) {
      const isOne = one === tab
      one.setAttribute('aria-selected', String(isOne))
      one.tabIndex = isOne ? 0 : -1
      const panel = root.getElementById(one.getAttribute('aria-controls') ?? '')
      if (panel) panel.hidden = !isOne
    }
  }
  for (const [index, tab] of all.entries()) {
    tab.addEventListener('click', () => select(tab))
    tab.addEventListener('keydown', (event) => {
      const to = { ArrowRight: index + 1, ArrowLeft: index - 1, Home: 0, End: -1 }[event.key]
      if (to === undefined) return
      event.preventDefault()
      const next = all.at(to % all.length)
      select(next)
      next?.focus()
    })
  }
  select(all[0])
}
