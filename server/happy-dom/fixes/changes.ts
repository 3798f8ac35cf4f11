/**
 * Tells when any tree has changed. In: a window; functions to call once. Out: each is called at the next change of a node, an
 * attribute or a text, wherever it is, and then forgotten. While nobody has asked, a change costs one comparison.
 * It says nothing of what changed.
 * Ours: happy-dom tells nobody that something has changed somewhere.
 */
import { Node } from '#happy-dom'
import { type InnerNode, type InnerWindow, S, wrap } from '../internals.ts'

let waiting: (() => void)[] = []

/** Calls the function once, synchronously, at the next change; it must not throw. */
export function atNextChange(call: () => void): void {
  waiting.push(call)
}

/** For what changes a page without touching its tree: style sheets, scrolling, the window's size. */
export function changed(): void {
  if (waiting.length === 0) return
  const calls = waiting
  waiting = []
  for (const call of calls) call()
}

export function installChanges(_: InnerWindow): void {
  wrap<(this: InnerNode) => void>(
    Node.prototype,
    S.clearCache,
    (original) =>
      function () {
        changed()
        original.call(this)
      },
  )
}
