/**
 * Clones values as in a browser. Node makes plain objects of those that a browser refuses, such as
 * nodes. https://html.spec.whatwg.org/multipage/structured-data.html#structuredserializeinternal
 */
import { types } from 'node:util'
import { INTERFACES } from '#happy-dom'
import { toPageDeep } from '../realm/to-page.ts'

const { structuredClone: clone } = globalThis
const { getOwnPropertyDescriptors, getPrototypeOf } = Object

/** @throws DataCloneError */
export const structuredClone = <T>(value: T, options?: StructuredSerializeOptions): T =>
  toPageDeep(serialize(value, () => clone(value, options)))

const NOT_TRANSFERRED = 'ERR_MISSING_TRANSFERABLE_IN_TRANSFER_LIST'

/** @throws DataCloneError, also for ports and streams, where Node's errors are of another class. */
export function serialize<T>(value: unknown, work: () => T): T {
  checkParts(value)
  try {
    return work()
  } catch (error) {
    const { code, message } = error as Error & { readonly code?: unknown }
    throw code === NOT_TRANSFERRED ? new DOMException(message, 'DataCloneError') : error
  }
}

function checkParts(value: unknown): void {
  const parts = new Set<unknown>([value])
  // The iteration reaches parts that are added on the way.
  for (const part of parts) {
    if (typeof part !== 'object' || part === null) continue
    const name = interfaceOf(part)
    if (name !== undefined && !INTERFACES[name]?.isCloned) {
      const message = `Failed to execute 'structuredClone': ${name} object could not be cloned.`
      throw new DOMException(message, 'DataCloneError')
    }
    if (types.isMap(part) || types.isSet(part)) {
      part.forEach((value: unknown, key: unknown) => {
        parts.add(key).add(value)
      })
    } else if (name === undefined && !ArrayBuffer.isView(part) && !types.isNativeError(part))
      for (const { value, enumerable } of Object.values(getOwnPropertyDescriptors(part)))
        if (enumerable) parts.add(value)
  }
}

/** Names an interface by a prototype's class string: reading the classes would load Node's. */
function interfaceOf(object: object): string | undefined {
  for (let owner = object; owner; owner = getPrototypeOf(owner)) {
    const { value } = Object.getOwnPropertyDescriptor(owner, Symbol.toStringTag) ?? {}
    if (typeof value === 'string' && INTERFACES[value] && owner !== object) return value
  }
  return undefined
}
