/**
 * Calls functions once, at the next change of any tree, for caches of selectors, layout and styles.
 * happy-dom reports no changes.
 */
import { HappyDOM } from '#happy-dom'
import { type InnerWindow, S, wrap } from './internals.ts'

const waiting: (() => void)[] = []

/** Called synchronously, and must not throw. */
export function atNextChange(call: () => void): void {
  waiting.push(call)
}

/** Call it at a change outside trees: style sheets, scrolling, window size. */
export function changed(): void {
  if (waiting.length === 0) return
  for (const call of waiting.splice(0)) call()
}

export function installChanges(_: InnerWindow): void {
  wrap<(this: Node) => void>(
    HappyDOM.Node.prototype,
    S.clearCache,
    (original) =>
      function () {
        changed()
        original.call(this)
      },
  )
}
