// Ways in which a view keeps something from page to page, done to the elements that a framework has made: the same in
// every framework, each by its own lifecycle. `open` is called once, when there is something to see; `show` after every page.
import type { Data } from './data.ts'

/** What a view of every framework has: an h1, ul, img, details, input, p and div, all within this. */
export type Root = ParentNode & Node

/** One view's. */
export interface Behaviour {
  /** The view is in the document for the first time. */
  open?(root: Root, data: () => Data): void
  /** It is in the document again. */
  connect?(root: Root, data: () => Data): void
  /** It shows another page. */
  show?(root: Root, data: Data): void
  /** It is taken out. */
  disconnect?(): void
}

const find = (root: Root, selector: string) => root.querySelector(selector) as HTMLElement
const say = (root: Root, text: string) => {
  find(root, 'p').textContent = text
}
const add = (root: Root, text: string) => find(root, 'p').append(`${text}; `)
const ping = (target: EventTarget) => target.dispatchEvent(new Event('ping'))

/** What the module remembers, by framework. */
const lastTitles = new Map<string, string>()
const counts = new Map<string, number>()

/** By name: makes one view's behaviour. */
export const behaviours: Readonly<Record<string, (framework: string) => Behaviour>> = {
  honest: () => ({}),
  'listener that is taken back': () => {
    let undo = () => undefined as undefined
    return {
      connect(root, data) {
        const listener = () => add(root, data().title)
        addEventListener('ping', listener)
        undo = () => removeEventListener('ping', listener) as undefined
        ping(window)
      },
      disconnect: () => undo(),
    }
  },
  'window listener': () => ({
    connect: (root, data) => addEventListener('ping', () => add(root, data().title)),
    show: (_root, { note }) => note && ping(window),
  }),
  'document listener of its first page': () => ({
    open(root, data) {
      const { title } = data()
      document.addEventListener('ping', () => say(root, title))
    },
    show: () => ping(document),
  }),
  'own MutationObserver': () => {
    let seen = 0
    return {
      open(root) {
        const options = { childList: true, subtree: true, characterData: true }
        new MutationObserver((records) => {
          seen += records.filter(({ target }) => target !== find(root, 'div')).length
          find(root, 'div').title = seen > 0 ? 'changed' : ''
        }).observe(find(root, 'ul'), options)
      },
    }
  },
  'missing photo': () => ({
    show(root, { photo }) {
      if (photo) find(root, 'img').setAttribute('src', photo)
    },
  }),
  'class never removed': () => ({
    show(root, { note }) {
      if (note) find(root, 'div').classList.add('noted')
    },
  }),
  'late timer': () => ({
    show(root, { title, note }) {
      if (note) setTimeout(() => add(root, title), 30)
      setTimeout(() => say(root, title), 5000)
    },
  }),
  'open details': () => ({
    show(root, { note }) {
      if (note) (find(root, 'details') as HTMLDetailsElement).open = true
    },
  }),
  'value of an input': () => ({
    show(root, { note }) {
      const input = find(root, 'input') as HTMLInputElement
      if (note) input.value = note
      input.setAttribute('value', input.value)
    },
  }),
  'seen by an IntersectionObserver': () => ({
    open(root, data) {
      new IntersectionObserver(([entry]) => {
        if (entry?.isIntersecting) say(root, `seen with ${data().title}`)
      }).observe(find(root, 'h1'))
    },
  }),
  'history.state': () => ({
    show(root, { title }) {
      const before = history.state as { title: string } | null
      history.replaceState({ title }, '')
      say(root, `${before?.title ?? 'nothing'} of ${history.length}`)
    },
  }),
  'custom property': () => ({
    show(root, { note }) {
      if (note) find(root, 'div').style.setProperty('--note', '1')
    },
  }),
  'slotted child': () => ({
    show(root, { note }) {
      const host = root instanceof ShadowRoot ? root.host : find(root, 'div')
      if (note) host.append(Object.assign(document.createElement('b'), { textContent: note }))
    },
  }),
  'class of body': () => ({
    show(root, { note }) {
      say(root, document.body.className || 'plain')
      if (note) document.body.className = 'noted'
    },
  }),
  'attribute of html': () => ({
    show(root, { note }) {
      say(root, document.documentElement.dataset.note ?? 'none')
      if (note) document.documentElement.dataset.note = note
    },
  }),
  'node in head': () => ({
    show(root, { title }) {
      const tag = Object.assign(document.createElement('meta'), { name: 'part', content: title })
      document.head.append(tag)
      say(
        root,
        [...document.head.querySelectorAll<HTMLMetaElement>('meta[name=part]')]
          .map((meta) => meta.content)
          .join(),
      )
    },
  }),
  'portal in body': () => ({
    show(root, { title }) {
      const portal = document.createElement('aside')
      portal.textContent = title
      document.body.append(portal)
      say(root, [...document.querySelectorAll('aside')].map((aside) => aside.textContent).join())
    },
  }),
  'draft in localStorage': () => ({
    show(root, { title }) {
      say(root, localStorage.getItem('draft') ?? 'none')
      localStorage.setItem('draft', title)
    },
  }),
  'property of window': () => ({
    show(root, { title }) {
      const global = globalThis as { truthTitle?: string }
      say(root, global.truthTitle ?? 'none')
      global.truthTitle = title
    },
  }),
  'property of document': () => ({
    show(root, { title }) {
      const target = document as { truthTitle?: string } & Document
      say(root, target.truthTitle ?? 'none')
      target.truthTitle = title
    },
  }),
  focus: () => ({
    show(root, { note }) {
      if (note) find(root, 'input').focus()
      const { activeElement } = root instanceof ShadowRoot ? root : document
      say(root, activeElement?.localName ?? 'none')
    },
  }),
  'answer that comes late': () => ({
    show(root, { title, note }) {
      const turns = note ? 40 : 2
      let wait: Promise<unknown> = Promise.resolve()
      for (let turn = 0; turn < turns; turn++) wait = wait.then(() => null)
      void wait.then(() => say(root, title))
    },
  }),
  'wrong key of a memo': () => {
    const memo = new Map<number, string>()
    return {
      show(root, { title, items }) {
        const known = memo.get(items.length) ?? title
        memo.set(items.length, known)
        say(root, known)
      },
    }
  },
  'style sheet of the document': () => ({
    show(root, { note }) {
      say(root, `${document.adoptedStyleSheets.length} sheets`)
      if (note) document.adoptedStyleSheets = [...document.adoptedStyleSheets, new CSSStyleSheet()]
    },
  }),
  'module store': (framework) => ({
    show(root, { title }) {
      say(root, lastTitles.get(framework) ?? 'none')
      lastTitles.set(framework, title)
    },
  }),
  'module counter': (framework) => ({
    open(root) {
      const count = (counts.get(framework) ?? 0) + 1
      counts.set(framework, count)
      say(root, `view ${count}`)
    },
  }),
}

/** What each framework does by its own means. */
export const NATIVE = [
  'counter',
  'state never reset',
  'context',
  'wrong keys',
  'first page',
] as const

/** Kinds whose modules remember: a new view shows it as well, in a browser too, once another page was shown before. */
export const OF_MODULES: ReadonlySet<string> = new Set(['module store', 'module counter'])

export const KINDS: readonly string[] = [...Object.keys(behaviours), ...NATIVE]

export const behaviourOf = (framework: string, kind: string): Behaviour =>
  behaviours[kind]?.(framework) ?? {}

/** The tag of a kind's view. */
export const tagOf = (framework: string, kind: string): string =>
  `truth-${framework}-${kind.toLowerCase().replaceAll(/[^a-z]+/g, '-')}`
