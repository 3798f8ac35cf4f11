// <site-theme>: the switch of the colours. index.html applies the stored choice before the first
// paint.

const KEY = 'theme'
const CHOICES = ['system', 'light', 'dark']

/** A label is no text: the text of the page stays that of its snapshot. */
const HTML = `<select aria-label="Theme">${CHOICES.map(
  (name) => `<option value="${name}" label="${name[0]?.toUpperCase()}${name.slice(1)}"></option>`,
).join('')}</select>`

/** The colours of the browser's own bar, by the theme of the system. */
const BARS = [...document.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]')].map(
  (meta) => ({ meta, content: meta.content }),
)

export class SiteTheme extends HTMLElement {
  connectedCallback() {
    this.innerHTML = HTML
    this.#select.addEventListener('change', () => {
      store(this.#select.value)
      this.#show(this.#select.value)
    })
    // Another tab has chosen, or the page comes back from the cache of the browser.
    addEventListener('storage', () => this.#show(stored()))
    addEventListener('pageshow', ({ persisted }) => {
      if (persisted) this.#show(stored())
    })
    this.#show(stored())
  }

  get #select() {
    return this.querySelector('select') as HTMLSelectElement
  }

  #show(theme: string) {
    this.#select.value = theme
    const { dataset } = document.documentElement
    if (theme === 'system') delete dataset.theme
    else dataset.theme = theme
    const chosen = BARS.find(({ meta }) => meta.media.includes(theme))
    for (const { meta, content } of BARS) meta.content = chosen?.content ?? content
  }
}

function stored(): string {
  try {
    const theme = localStorage.getItem(KEY)
    return CHOICES.find((name) => name === theme) ?? 'system'
  } catch {
    // The reader forbids storage.
    return 'system'
  }
}

function store(theme: string): void {
  try {
    if (theme === 'system') localStorage.removeItem(KEY)
    else localStorage.setItem(KEY, theme)
  } catch {
    // The choice lasts for this page.
  }
}
