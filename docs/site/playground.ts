// <site-playground>: runs a route table that the reader types, with a history in memory. It shows
// the page, the snapshot, its addresses and its Markdown. All of it runs in the browser.

import * as core from 'hashbang-router'
import { memoryHistory, type Router, start } from 'hashbang-router/browser'
import { toMarkdown } from './markdown.ts'

const EXAMPLE = `const words = { ajax: 'a Greek hero' }

return defineRoutes({
  home: route('', {
    head: () => ({ title: 'Words' }),
    view: async () => ({ default: htmlView(() => html\`<a href="#!/word/ajax">ajax</a>\`) }),
  }),
  word: route('/word/:lemma', {
    load: ({ params }) => words[params.lemma] ?? notFound(),
    head: ({ params }) => ({ title: params.lemma }),
    view: async () => ({
      default: htmlView(({ data, params }) => html\`<h1>\${params.lemma}</h1><p>\${data}</p><a href="#!">All words</a>\`),
    }),
  }),
})`

const FORM = `
  <form>
    <label for="playground-table">Route table</label>
    <textarea id="playground-table" spellcheck="false" rows="18"></textarea>
    <label for="playground-state">State, the text after <code>#!</code></label>
    <input id="playground-state" spellcheck="false" autocapitalize="none" autocomplete="off" value="/word/ajax">
    <p role="alert"></p>
  </form>
  <h2>Page</h2>
  <div class="preview"><hashbang-outlet></hashbang-outlet></div>
  <h2>Addresses</h2>
  <dl></dl>
  <h2>Snapshot</h2>
  <pre tabindex="0"><code data-of="snapshot"></code></pre>
  <h2>Markdown</h2>
  <pre tabindex="0"><code data-of="markdown"></code></pre>`

const ORIGIN = 'https://example.com'

type Html = HTMLElement & { readonly updateComplete?: Promise<unknown> }

export class SitePlayground extends HTMLElement {
  #router: Router | undefined

  connectedCallback() {
    this.innerHTML = FORM
    this.#table.value = EXAMPLE
    this.addEventListener('input', () => this.#run())
    this.querySelector('form')?.addEventListener('submit', (event) => event.preventDefault())
    this.#run()
  }

  disconnectedCallback() {
    this.#router?.stop()
  }

  get #table() {
    return this.querySelector('textarea') as HTMLTextAreaElement
  }

  #run() {
    const state = (this.querySelector('input') as HTMLInputElement).value.replace(/^#?!?/, '')
    const alert = this.querySelector('[role=alert]') as HTMLElement
    try {
      const names = Object.keys(core)
      const make = new Function(...names, this.#table.value)
      const routes = make(...names.map((name) => core[name as keyof typeof core])) as core.Table
      this.#show(routes, state)
      alert.textContent = ''
    } catch (error) {
      alert.textContent = String(error)
    }
  }

  #show(routes: core.Table, state: string) {
    this.#router?.stop()
    const outlet = document.createElement('hashbang-outlet') as Html
    this.querySelector('.preview')?.replaceChildren(outlet)
    const router = start(routes, { history: memoryHistory(state), outlet: outlet as never })
    this.#router = router
    router.subscribe((page) => this.#tell(outlet, page as core.Page))
  }

  /** Writes the results below the page once it is shown. */
  async #tell(outlet: Html, page: core.Page) {
    await outlet.updateComplete
    const pretty = `${ORIGIN}/#!${page.state}`
    const rows: readonly (readonly [string, string])[] = [
      ['Pretty', pretty],
      ['Ugly', core.toUglyUrl(pretty) ?? ''],
      ['Readable', ORIGIN + core.readableScheme('/s/').href(page.state)],
      ['Status', String(page.status)],
    ]
    const list = this.querySelector('dl') as HTMLElement
    list.replaceChildren(
      ...rows.flatMap(([name, value]) => {
        const term = document.createElement('dt')
        term.textContent = name
        const said = document.createElement('dd')
        said.textContent = value
        return [term, said]
      }),
    )
    const title = page.head.title ?? ''
    const body = outlet.innerHTML.replace(/<!--[\s\S]*?-->/g, '')
    this.#write(
      'snapshot',
      `<title>${title}</title>\n<link rel="canonical" href="${pretty}">\n${body}`,
    )
    this.#write('markdown', await toMarkdown(body, title))
  }

  #write(name: string, text: string) {
    const place = this.querySelector(`[data-of=${name}]`)
    if (place) place.textContent = text
  }
}
