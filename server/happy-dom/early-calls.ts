/**
 * What modules and loaders set up before their page is there: listeners of the window and the document, observers. They run beside
 * another page, which must not be heard. In: a window. Out: such calls are put off until the page of their job is there.
 */
import { scope } from './context.ts'
import { type InnerWindow, wrap } from './internals.ts'
import { inRender } from './timers.ts'
import { isServer } from './trespass.ts'

type Method = (this: unknown, ...args: unknown[]) => unknown

/** Puts off a method. @param isMeant Whether it is for that object. */
function putOff(target: object, name: string, isMeant: (self: unknown) => boolean): void {
  wrap<Method>(target, name, (original) => {
    return function (...args) {
      const job = scope()?.job
      const isEarly = job !== undefined && !inRender() && !isServer() && isMeant(this)
      if (!isEarly) return original.apply(this, args)
      job.early.push(() => void original.apply(this, args))
      return undefined
    }
  })
}

/** The window's classes may inherit from happy-dom's own. */
const ownerOf = (prototype: object, name: string): object =>
  Object.hasOwn(prototype, name) ? prototype : Object.getPrototypeOf(prototype)

/** SIDE EFFECT: wraps the methods. */
export function installEarlyCalls({ document }: InnerWindow): void {
  const ofNodes = Object.getPrototypeOf(Node.prototype)
  for (const name of ['addEventListener', 'removeEventListener']) {
    putOff(globalThis, name, () => true)
    putOff(ofNodes, name, (self) => self === document)
  }
  for (const { prototype } of [MutationObserver, IntersectionObserver, ResizeObserver])
    for (const name of ['observe', 'disconnect']) putOff(ownerOf(prototype, name), name, () => true)
}
