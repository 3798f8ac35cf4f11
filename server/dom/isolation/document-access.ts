/**
 * Guards the document: guards, loaders, heads and html views run beside another request's page. For
 * them, members of `document`, `location` and `history` throw an error with advice. Creating nodes
 * is always allowed, as is all code outside jobs.
 */

import { type InnerWindow, wrapGetter } from '../internals.ts'
import { scope } from './context.ts'
import { inRender } from './timers.ts'

/** Factory methods and constants belong to no page. */
const FREE =
  /^(?:constructor|create\w*|importNode|adoptNode|cloneNode|implementation|defaultView|contentType|characterSet|charset|inputEncoding|compatMode|hidden|visibilityState|readyState|doctype|fonts|timeline|prerendering|node(?:Type|Name)|currentScript|startViewTransition|(?:add|remove)EventListener)$/

/** Members of `Node` that read a document's content. */
const OF_NODE = ['baseURI', 'textContent', 'childNodes', 'firstChild', 'lastChild', 'hasChildNodes']

let trusted = 0

/** Runs work of the server itself on the document between pages. */
export function asServer<T>(work: () => T): T {
  trusted += 1
  try {
    return work()
  } finally {
    trusted -= 1
  }
}

export const isServer = (): boolean => trusted > 0

function check(what: string): void {
  if (trusted > 0) return
  const job = scope()?.job
  if (job === undefined || inRender()) return
  // A module cannot avoid this: it is evaluated again with its document.
  if (scope()?.isModule) job.needsDocument = true
  else job.denyAccess(what)
  throw new Error(
    `Cannot use ${what} here: the guards, loaders, head and html views of ${JSON.stringify(job.state)} run beside other pages, ` +
      'and what outlives a snapshot beside later ones. Take state, params, search and data from the arguments, or show the ' +
      'page by mountView() or an element',
  )
}

function needDocument(what: string): void {
  if (trusted > 0) return
  const job = scope()?.job
  if (job === undefined || inRender()) return
  job.needsDocument = true
  if (scope()?.isModule) throw new Error(`${what} is used by a module beside another page`)
}

function installNotes(): void {
  for (const name of ['localStorage', 'sessionStorage'])
    wrapGetter(globalThis, name, (original) => () => {
      needDocument(name)
      return original.call(globalThis)
    })
}

export function guardDocument(window: InnerWindow): void {
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

/** Shadows an inherited member with a checked one, on this object only. */
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
