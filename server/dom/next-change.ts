/**
 * Calls functions once, at the next change of any tree, for caches of selectors, layout and styles.
 * happy-dom reports no changes.
 */
import { Node } from '#happy-dom'
import { type InnerNode, type InnerWindow, S, wrap } from './internals.ts'

let waiting: (() => void)[] = []

/** Called synchronously, and must not throw. */
export function atNextChange(call: () => void): void {
  waiting.push(call)
}

/** Call it at a change outside trees: style sheets, scrolling, window size. */
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
