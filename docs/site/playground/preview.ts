// Shows the page of a table, with a history in memory. It is in a closed shadow tree: the site's
// router rewrites and marks the links of the document and of open trees.

import type { AnyTable, Page } from 'hashbang-router'
import { memoryHistory, type Router, start } from 'hashbang-router/browser'

const STYLE = '<style>h1:first-child { margin-top: 0 } img { max-width: 100% }</style>'

type Outlet = HTMLElement & { readonly updateComplete: Promise<unknown> }

interface PreviewEvents {
  /** @param html The content of the outlet. */
  onPage(page: Page, html: string): void
  onError(error: unknown): void
}

export class Preview {
  readonly #root: ShadowRoot
  readonly #events: PreviewEvents
  #router: Router | undefined

  constructor(host: HTMLElement, events: PreviewEvents) {
    this.#events = events
    this.#root = host.attachShadow({ mode: 'closed' })
    this.#root.addEventListener('click', (event) => this.#onClick(event as MouseEvent))
    this.#root.addEventListener('submit', (event) => this.#onSubmit(event as SubmitEvent))
  }

  show(table: AnyTable, state: string): void {
    this.stop()
    this.#root.innerHTML = `${STYLE}<hashbang-outlet></hashbang-outlet>`
    const outlet = this.#root.querySelector('hashbang-outlet') as Outlet
    const router = start(withoutReadable(table) as never, {
      history: memoryHistory(state),
      outlet: outlet as never,
      onError: (error) => this.#events.onError(error),
    }) as Router
    this.#router = router
    router.subscribe(async (page) => {
      await outlet.updateComplete.catch(() => {})
      if (this.#router !== router) return
      this.#events.onPage(page, outlet.innerHTML.replace(/<!--[\s\S]*?-->/g, ''))
    })
  }

  stop(): void {
    this.#router?.stop()
    this.#router = undefined
  }

  #onClick(event: MouseEvent): void {
    const link = (event.target as Element).closest('a[href]')
    if (!link || event.defaultPrevented) return
    event.preventDefault()
    this.#follow(link.getAttribute('href') ?? '')
  }

  #onSubmit(event: SubmitEvent): void {
    event.preventDefault()
    const form = event.target as HTMLFormElement
    const fields = new URLSearchParams(new FormData(form) as never)
    this.#follow(`${form.getAttribute('action') ?? ''}?${fields}`)
  }

  #follow(href: string): void {
    if (href.startsWith('#!'))
      this.#router?.navigate(href as `#!${string}`).catch(this.#events.onError)
    else if (/^https?:/.test(href)) window.open(href, '_blank', 'noopener')
    else if (href.startsWith('#'))
      this.#root.getElementById(href.slice(1))?.scrollIntoView({ block: 'nearest' })
  }
}

/** The table's readable addresses would be those of this document. */
const withoutReadable = (table: AnyTable): AnyTable => {
  const { readable, ...options } = table.options
  return { ...table, options }
}
