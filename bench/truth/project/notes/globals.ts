/** State outside of modules: on `globalThis`, in the document, in storage, in the platform. */
import type { Notes } from './note.ts'

const own = globalThis as unknown as Record<string | symbol, never> & {
  truthTitle?: string
  truthLayer?: string[]
  truthRegistry?: Map<string, string>
  onhashchange: unknown
}
const doc = () => document as Document & { truthTitle?: string }
const nav = () => navigator as Navigator & { truthTitle?: string }
const REGISTRY = Symbol.for('truth.registry')

/** The output of listeners of this page and of earlier pages. */
function hear(target: EventTarget, title: string): string {
  const heard: string[] = []
  target.addEventListener('truth', (event) => (event as CustomEvent<string[]>).detail.push(title))
  target.dispatchEvent(new CustomEvent('truth', { detail: heard }))
  return heard.join(', ')
}

export const notes: Notes = {
  'window.x ??=': ({ title }) => {
    own.truthTitle ??= title
    return own.truthTitle
  },
  'data layer on window': ({ title }) => {
    own.truthLayer = own.truthLayer ?? []
    own.truthLayer.push(title)
    return own.truthLayer.join(', ')
  },
  'Symbol.for on globalThis': ({ title }) => {
    const global = globalThis as unknown as Record<symbol, Map<string, string>>
    global[REGISTRY] ??= new Map([['title', title]])
    return global[REGISTRY]?.get('title') ?? 'none'
  },
  'global that cannot be taken back': ({ title }) => {
    Object.defineProperty(globalThis, 'TRUTH_APP', { value: title })
    return (globalThis as unknown as { TRUTH_APP: string }).TRUTH_APP
  },
  'window.name': ({ title }) => {
    const before = globalThis.name || 'none'
    globalThis.name = title
    return before
  },
  'handler property of window': ({ title }) => {
    const first = Object.assign(() => {}, { title })
    globalThis.onhashchange ??= first
    return (globalThis.onhashchange as unknown as typeof first).title
  },
  'property of document': ({ title }) => {
    const before = doc().truthTitle ?? 'none'
    doc().truthTitle = title
    return before
  },
  'property of navigator': ({ title }) => {
    nav().truthTitle ??= title
    return nav().truthTitle ?? 'none'
  },
  'listeners of window': ({ title }) => hear(globalThis as never, title),
  'listeners of document': ({ title }) => hear(document, title),
  'listeners of body': ({ title }) => hear(document.body, title),
  'draft in localStorage': ({ title }) => {
    const before = localStorage.getItem('draft') ?? 'none'
    localStorage.setItem('draft', title)
    return before
  },
  'visits in sessionStorage': () => {
    const visits = Number(sessionStorage.getItem('visits') ?? 0) + 1
    sessionStorage.setItem('visits', String(visits))
    return `visit ${visits}`
  },
  cookie: ({ id }) => {
    const before = document.cookie || 'none'
    // biome-ignore lint/suspicious/noDocumentCookie: as most pages do it
    document.cookie = `truth=${id}`
    return before
  },
  'history.state': ({ title }) => {
    const before = (history.state as { title: string } | null)?.title ?? 'none'
    history.replaceState({ title }, '')
    return before
  },
  'performance marks': () => {
    performance.mark('truth')
    return `${performance.getEntriesByName('truth').length} marks`
  },
  'object URL in storage': ({ title }) => {
    const before = sessionStorage.getItem('url') ?? 'none'
    sessionStorage.setItem('url', URL.createObjectURL(new Blob([title])))
    return before
  },
  'class of body': ({ note }) => {
    const before = document.body.className || 'plain'
    if (note) document.body.classList.add('noted')
    return before
  },
  'attribute of html': ({ title }) => {
    const { dataset } = document.documentElement
    dataset.truth ??= title
    return dataset.truth
  },
  'node in head': ({ title }) => {
    const meta = Object.assign(document.createElement('meta'), { name: 'truth', content: title })
    document.head.append(meta)
    const all = document.head.querySelectorAll<HTMLMetaElement>('meta[name=truth]')
    return [...all].map(({ content }) => content).join(', ')
  },
  'style put in once': ({ id }) => {
    if (!document.getElementById('truth-theme')) {
      const style = Object.assign(document.createElement('style'), { id: 'truth-theme' })
      style.textContent = `:root { --truth: ${id} }`
      document.head.append(style)
    }
    return document.getElementById('truth-theme')?.textContent ?? 'none'
  },
  'portal in body': ({ title }) => {
    const portal = document.createElement('aside')
    portal.dataset.title = title
    document.body.append(portal)
    return [...document.querySelectorAll('aside')].map(({ dataset }) => dataset.title).join(', ')
  },
  'adopted style sheets': () => {
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, new CSSStyleSheet()]
    return `${document.adoptedStyleSheets.length} sheets`
  },
  'element defined once': ({ title }) => {
    if (!customElements.get('truth-once')) {
      customElements.define(
        'truth-once',
        class extends HTMLElement {
          readonly title2 = title
        },
      )
    }
    return (document.createElement('truth-once') as unknown as { title2: string }).title2
  },
  'element defined without a guard': ({ title }) => {
    customElements.define(
      'truth-unguarded',
      class extends HTMLElement {
        readonly title2 = title
      },
    )
    return (document.createElement('truth-unguarded') as unknown as { title2: string }).title2
  },
}
