/**
 * Who may look at the document. Guards, loaders, heads and html views run beside the page of another request: whatever they
 * read of `document`, `location` or `history` would be of that page. In: a window. Out: its members throw for code of a job
 * whose own page is not in the document, and name what was asked for and what to do. Making elements, fragments and documents
 * is free to all; so is everything to code outside of jobs.
 */
import { scope } from './context.ts'
import { type InnerWindow, wrapGetter } from './internals.ts'
import { inRender } from './timers.ts'

/** What is of no page: makers, and what never changes. */
const FREE =
  /^(?:constructor|create\w*|importNode|adoptNode|cloneNode|implementation|defaultView|contentType|characterSet|charset|inputEncoding|compatMode|hidden|visibilityState|readyState|doctype|fonts|timeline|prerendering|node(?:Type|Name)|currentScript|startViewTransition|(?:add|remove)EventListener)$/

/** What a document has of `Node`, and what tells of its content. */
const OF_NODE = ['baseURI', 'textContent', 'childNodes', 'firstChild', 'lastChild', 'hasChildNodes']

let trusted = 0

/** Runs what the server itself does to the document between two pages. */
export function asServer<T>(work: () => T): T {
  trusted += 1
  try {
    return work()
  } finally {
    trusted -= 1
  }
}

/** Whether the server itself is at the document. */
export const isServer = (): boolean => trusted > 0

function check(what: string): void {
  if (trusted > 0) return
  const job = scope()?.job
  if (job === undefined || inRender()) return
  // A module cannot know better: it is evaluated again where its document is.
  if (scope()?.isModule) job.needsDocument = true
  else job.trespassed(what)
  throw new Error(
    `Cannot use ${what} here: the guards, loaders, head and html views of ${JSON.stringify(job.state)} run beside other pages, ` +
      'and what outlives a snapshot beside later ones. Take state, params, search and data from the arguments, or show the ' +
      'page by mountView() or an element',
  )
}

/** Code of a job that leaves something on what pages share has to do so in its own document. */
function needDocument(what: string): void {
  if (trusted > 0) return
  const job = scope()?.job
  if (job === undefined || inRender()) return
  job.needsDocument = true
  if (scope()?.isModule) throw new Error(`${what} is used by a module beside another page`)
}

/** Notes who asks for storage while another page is shown. */
function installNotes(): void {
  for (const name of ['localStorage', 'sessionStorage'])
    wrapGetter(globalThis, name, (original) => () => {
      needDocument(name)
      return original.call(globalThis)
    })
}

export function installTrespass(window: InnerWindow): void {
  installNotes()
  const { document, history, location } = window
  const ofDocument = Object.getPrototypeOf(document)
  for (const name of namesOf(ofDocument, window.Node.prototype)) {
    if (!FREE.test(name)) protect(ofDocument, name, 'document', document)
  }
  for (const name of OF_NODE) protect(ofDocument, name, 'document', document)
  for (const [label, target] of Object.entries({ history, location })) {
    const prototype = Object.getPrototypeOf(target)
    for (const name of namesOf(prototype, Object.prototype)) {
      if (name !== 'constructor') protect(prototype, name, label, target)
    }
  }
}

function namesOf(from: object, until: object): Set<string> {
  const names = new Set<string>()
  for (let at = from; at !== until && at !== null; at = Object.getPrototypeOf(at)) {
    for (const name of Object.getOwnPropertyNames(at)) names.add(name)
  }
  return names
}

/** Puts a member that checks before the one that is inherited, for this object of the class alone. */
function protect(prototype: object, name: string, label: string, one: object): void {
  const found = descriptorOf(prototype, name)
  if (found === undefined) return
  const { get, set, value } = found
  const what = `${label}.${name}`
  if (typeof value === 'function') {
    Object.defineProperty(prototype, name, {
      ...found,
      value(this: object, ...args: unknown[]) {
        if (this === one) check(what)
        return value.apply(this, args)
      },
    })
  } else if (get) {
    Object.defineProperty(prototype, name, {
      ...found,
      get(this: object) {
        if (this === one) check(what)
        return get.call(this)
      },
      ...(set && {
        set(this: object, given: unknown) {
          if (this === one) check(what)
          set.call(this, given)
        },
      }),
    })
  }
}

function descriptorOf(from: object, name: string): PropertyDescriptor | undefined {
  for (let at = from; at !== null; at = Object.getPrototypeOf(at)) {
    const found = Object.getOwnPropertyDescriptor(at, name)
    if (found) return found
  }
  return undefined
}
