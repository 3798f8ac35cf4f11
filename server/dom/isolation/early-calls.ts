/**
 * Defers listeners and observers that modules and loaders add until their own page is shown: they
 * run beside another page.
 */

import { type InnerWindow, wrap } from '../internals.ts'
import { scope } from './context.ts'
import { isServer } from './document-access.ts'
import { inRender } from './timers.ts'

type Method = (this: unknown, ...args: unknown[]) => unknown

/** @param isMeant Whether to defer it for this object. */
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

/** The window's classes may inherit from happy-dom's. */
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
