// The way of a loaded page from state to state. In: fragments. Out: the page is there, as when its reader follows a link, but with the
// history of one that was loaded there; what it went by, for whoever decides whether that has been proven: where it came from, what of
// earlier states still acts, and the shape of what was asked and of what stands around the app. It proves nothing by itself.

import { createHash } from 'node:crypto'
import { beginState, goToFragment } from '../happy-dom/index.ts'
import type { Walked } from '../pool/protocol.ts'

/** A page on its way. */
export interface Walk {
  /** @param fragment With its `#`, or nothing. */
  goTo(fragment: string): void
  /** What the last step was. @param from The state before; undefined: the page was loaded there. */
  taken(from: string | undefined, requests: string): Walked
}

/** Makes it. */
export function createWalk(): Walk {
  let changes: MutationObserver | undefined
  /** A timer of an earlier state has run in this one. */
  let haunted = false
  let doubt = false
  let before = ''

  const hasChanged = () => (changes?.takeRecords().length ?? 0) > 0

  function runLeftover(run: () => void, ticks: boolean): void {
    if (haunted && hasChanged()) doubt = true
    else hasChanged()
    try {
      run()
    } finally {
      if (hasChanged()) doubt = true
      // What it has started may come later; of frames and intervals there is no end.
      if (!ticks) haunted = true
    }
  }

  return {
    goTo(fragment) {
      if (changes === undefined) {
        changes = new MutationObserver(() => {
          if (haunted) doubt = true
        })
        const all = { subtree: true, childList: true, attributes: true, characterData: true }
        changes.observe(document, all)
      }
      haunted = false
      doubt = false
      beginState(runLeftover)
      goToFragment(fragment)
    },
    taken(from, requests) {
      if (haunted && hasChanged()) doubt = true
      const now = hashOf(`${requests} ${around(document)}`)
      const shape = `${before}>${now}`
      before = now
      return { from, shape, inDoubt: doubt }
    },
  }
}

const hashOf = (text: string): string =>
  createHash('sha256').update(text).digest('base64url').slice(0, 16)

/** What stands around the app, where things are left that a state has put there. */
function around({ documentElement, head, body }: Document): string {
  const tag = (one: Element) =>
    `${one.localName}#${one.id}.${one.className}${one.getAttribute('name') ?? ''}`
  const attributes = (one: Element) =>
    one.getAttributeNames().map((name) => `${name}=${one.getAttribute(name)}`)
  return JSON.stringify([
    ...[documentElement, body].map(attributes),
    ...[head, body].map((one) => [...one.children].map(tag)),
  ])
}
